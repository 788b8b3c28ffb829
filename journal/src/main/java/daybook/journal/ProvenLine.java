package daybook.journal;

/**
 * A line that somebody saw as durable: a journal that ends below it has lost something and is refused.
 *
 * @param source who says so, for the message: {@code snapshot}, {@code publisher checkpoint}
 * @param seq highest event seen as durable; 0 = none
 * @param commandSeq highest command seen as durable; 0 = none or not known
 */
public record ProvenLine(String source, long seq, long commandSeq) {}
