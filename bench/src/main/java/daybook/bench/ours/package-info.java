/** Our parts, driven with the same streams as the peers. */
package daybook.bench.ours;
