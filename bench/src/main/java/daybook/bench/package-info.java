/** Benchmarks, with peers beside us. Ships to nobody. */
package daybook.bench;
