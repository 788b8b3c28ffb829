/**
 * Who may do what, and how often: tokens, roles, browser sessions, rate limits, and text that is safe in a log.
 *
 * <p>A token is 256 random bits and is kept only as its SHA-256. One role per token; the account comes from the token, never
 * from a request.
 */
@NullMarked
package daybook.app.security;

import org.jspecify.annotations.NullMarked;
