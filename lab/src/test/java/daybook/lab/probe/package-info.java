/** The probe, probed. */
@org.jspecify.annotations.NullMarked
package daybook.lab.probe;
