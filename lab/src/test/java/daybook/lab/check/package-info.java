/** Tests of the independent reader: it reads what the real journal and log wrote, and must see each anomaly. */
@NullMarked
package daybook.lab.check;

import org.jspecify.annotations.NullMarked;
