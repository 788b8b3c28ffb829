package daybook.lab.figure;

/** One part of a figure; parts stand below one another. */
public interface Panel {

    /** Pixels from top to bottom. */
    int height();

    /** Draws itself from {@code top} to {@code top + height()}, within {@link Figure#LEFT} and {@link Figure#RIGHT}. */
    void draw(Svg svg, int top);
}
