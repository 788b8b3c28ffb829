/**
 * The command line. Data on stdout and nothing else; every failure is one line on stderr and an exit code of
 * {@link daybook.app.ExitCode}. Only the command that was named is loaded, which keeps short commands short.
 */
@NullMarked
package daybook.app.cli;

import org.jspecify.annotations.NullMarked;
