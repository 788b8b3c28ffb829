/** The proof: experiments and checkers that share no code with what they check. */
@NullMarked
package daybook.lab;

import org.jspecify.annotations.NullMarked;
