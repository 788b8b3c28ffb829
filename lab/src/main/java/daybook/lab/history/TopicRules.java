package daybook.lab.history;

/**
 * What is asked of a topic beyond what is asked of every log.
 *
 * @param lastReader the reader that read everything at the end, up to ends measured before
 * @param complete whether every value of the source must be there at the end
 * @param once whether each value may be there once only; else duplicates are counted and allowed
 * @param inOrder whether first copies under one key must be in the order of the source. They are unless a log failed one record and
 *     stored a later one
 */
public record TopicRules(int lastReader, boolean complete, boolean once, boolean inOrder) {}
