/** The streams of commands that everybody gets, and what they must execute. */
package daybook.bench.workload;
