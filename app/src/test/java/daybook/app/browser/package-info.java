/**
 * The pages in a real browser, against a real venue in a process of its own. Needs Chromium and its driver ({@code apt-get install
 * chromium chromium-driver}); without them these tests are skipped, unless {@code BROWSER_REQUIRED=1}.
 */
@NullMarked
package daybook.app.browser;

import org.jspecify.annotations.NullMarked;
