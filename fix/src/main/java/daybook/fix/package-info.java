/**
 * Orders over FIX 4.4, both ways: our exchange as others' counterparty ({@code acceptor}), and others' venues as ours
 * ({@code initiator}).
 *
 * <p>This package has the ports and settings. Sessions are QuickFIX/J's, which brings its own threads and reads the system's
 * clock: that is its bill, and why it has a module of its own. What the messages mean here: {@code docs/formats/fix.md}.
 */
@NullMarked
package daybook.fix;

import org.jspecify.annotations.NullMarked;
