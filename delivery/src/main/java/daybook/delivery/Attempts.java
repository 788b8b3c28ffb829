package daybook.delivery;

import daybook.log.StoredRecord;

/** The how-manieth attempt at a record this is, from 1; one that the process did not survive counts. */
@FunctionalInterface
public interface Attempts {
    /** Of a record that nobody has tried before. */
    Attempts FIRST = record -> 1;

    int of(StoredRecord record);
}
