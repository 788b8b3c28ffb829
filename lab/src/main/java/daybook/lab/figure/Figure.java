package daybook.lab.figure;

import java.util.List;

/**
 * A figure: panels below one another under a title.
 *
 * @param description what is to be seen, for those who cannot see it
 */
public record Figure(String title, String description, List<Panel> panels) {
    /** Width of every figure, in pixels. */
    public static final int WIDTH = 760;
    /** Where panels begin. */
    public static final int LEFT = 24;
    /** Where they end. */
    public static final int RIGHT = WIDTH - LEFT;

    private static final int TOP = 44;
    private static final int BETWEEN = 24;
    private static final String STYLE = """
            <style>
            .paper{fill:#ffffff}text{fill:#1f2328;font:13px system-ui,sans-serif}.head{font-weight:600;font-size:16px}
            .name{font-weight:600}.small{font-size:11px}.muted{fill:#59636e;font-size:12px}.number{font-variant-numeric:tabular-nums}
            .first{fill:#0969da}.second{fill:#bf8700}.third{fill:#8250df}.beside{fill:#afb8c1}.shade{fill:#818b98;fill-opacity:.18}
            .line-first,.line-second,.line-third{fill:none;stroke-width:2}.line-first{stroke:#0969da}.line-second{stroke:#bf8700}
            .line-third{stroke:#8250df}.rule{stroke:#d1d9e0}.axis{stroke:#59636e}.mark{stroke:#cf222e;stroke-dasharray:4 3}
            @media (prefers-color-scheme:dark){.paper{fill:#0d1117}text{fill:#f0f6fc}.muted{fill:#9198a1}.first{fill:#4493f8}
            .second{fill:#d29922}.third{fill:#ab7df8}.beside{fill:#656c76}.line-first{stroke:#4493f8}.line-second{stroke:#d29922}
            .line-third{stroke:#ab7df8}.rule{stroke:#3d444d}.axis{stroke:#9198a1}.mark{stroke:#f85149}}
            </style>
            """;

    public Figure {
        panels = List.copyOf(panels);
    }

    /** The whole file. */
    public String svg() {
        int height = TOP
                + panels.stream().mapToInt(panel -> panel.height() + BETWEEN).sum();
        Svg svg = new Svg();
        svg.line(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\""
                                .formatted(WIDTH, height, WIDTH, height)
                        + " aria-labelledby=\"title desc\">");
        svg.line("<title id=\"title\">" + Svg.escape(title) + "</title>");
        svg.line("<desc id=\"desc\">" + Svg.escape(description) + "</desc>");
        svg.line(STYLE.strip());
        svg.line("<rect class=\"paper\" width=\"%d\" height=\"%d\"/>".formatted(WIDTH, height));
        svg.text(LEFT, 28, Svg.Anchor.START, "head", title);
        int top = TOP;
        for (Panel panel : panels) {
            panel.draw(svg, top);
            top += panel.height() + BETWEEN;
        }
        return svg.line("</svg>").toString();
    }
}
