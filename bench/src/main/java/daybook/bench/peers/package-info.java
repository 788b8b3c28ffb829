/** Other people'\''s engines, driven with the same streams. */
package daybook.bench.peers;
