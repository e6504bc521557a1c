package org.stoatflow.examples.demo;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What the demo prints, as a terminal would show it, in an SVG for light and dark pages. One thread prints. */
final class Recording {
    private static final int COLUMNS = 118;
    private static final int RUN_MAX = 6; // lines of seconds in a row; of longer rows the first and the last are drawn
    private static final int LINE_HEIGHT = 18;
    private static final int TOP = 46;
    private static final double CHARACTER_WIDTH = 7.25; // of the font below, at its size
    private static final int MARGIN = 16;
    private static final Pattern SECOND = Pattern.compile("\\d\\d:\\d\\d  .*");
    private static final Pattern EVENT = Pattern.compile("(kill -9|behind:|.* has caught up|.* keeps up).*");
    private static final Pattern RESULT = Pattern.compile("(verified|differs): .*");

    private final String command;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    Recording(String command) {
        this.command = command;
    }

    /** Prints to {@code screen}, and remembers it. */
    PrintStream printingTo(PrintStream screen) {
        OutputStream both = new OutputStream() {
            @Override
            public void write(int b) {
                screen.write(b);
                printed.write(b);
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
                screen.write(bytes, from, length);
                printed.write(bytes, from, length);
            }

            @Override
            public void flush() {
                screen.flush();
            }
        };
        return new PrintStream(both, true, StandardCharsets.UTF_8);
    }

    void write(Path file) {
        try {
            Files.writeString(file, svg());
        } catch (IOException refused) {
            throw new UncheckedIOException("the drawing could not be written to " + file, refused);
        }
    }

    private String svg() {
        List<String> lines = new ArrayList<>();
        lines.add("$ " + command);
        shortened(printed.toString(StandardCharsets.UTF_8).lines().toList())
                .forEach(line -> lines.addAll(folded(line)));
        int width = (int) (COLUMNS * CHARACTER_WIDTH) + 2 * MARGIN;
        int height = TOP + lines.size() * LINE_HEIGHT + MARGIN / 2;
        StringBuilder svg = new StringBuilder(head(width, height));
        for (int i = 0; i < lines.size(); i++) {
            svg.append("  <text x=\"" + MARGIN + "\" y=\"" + (TOP + 8 + i * LINE_HEIGHT) + "\" class=\""
                    + kind(lines.get(i)) + "\" xml:space=\"preserve\">" + escaped(lines.get(i)) + "</text>\n");
        }
        return svg.append("</svg>\n").toString();
    }

    private static String head(int width, int height) {
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img">
                  <title>What the demo prints</title>
                  <style>
                    .page { fill: #f6f8fa; stroke: #d0d7de; }
                    text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
                    .plain { fill: #1f2328; }
                    .second { fill: #59636e; }
                    .event { fill: #9a6700; font-weight: bold; }
                    .command { fill: #0969da; font-weight: bold; }
                    .result { fill: #1a7f37; font-weight: bold; }
                    @media (prefers-color-scheme: dark) {
                      .page { fill: #151b23; stroke: #3d444d; }
                      .plain { fill: #f0f6fc; }
                      .second { fill: #9198a1; }
                      .event { fill: #d29922; }
                      .command { fill: #4493f8; }
                      .result { fill: #3fb950; }
                    }
                  </style>
                  <rect x="0.5" y="0.5" width="%3$d" height="%4$d" rx="8" class="page"/>
                  <circle cx="20" cy="18" r="5" fill="#ff5f57"/>
                  <circle cx="38" cy="18" r="5" fill="#febc2e"/>
                  <circle cx="56" cy="18" r="5" fill="#28c840"/>
                """.formatted(width, height, width - 1, height - 1);
    }

    private static String kind(String line) {
        if (line.startsWith("$ ")) {
            return "command";
        }
        if (SECOND.matcher(line).matches()) {
            return "second";
        }
        if (EVENT.matcher(line).matches()) {
            return "event";
        }
        return RESULT.matcher(line).matches() ? "result" : "plain";
    }

    /** Of many lines of seconds in a row, two at each end. */
    private static List<String> shortened(List<String> lines) {
        List<String> kept = new ArrayList<>();
        List<String> run = new ArrayList<>();
        for (String line : lines) {
            if (SECOND.matcher(line).matches()) {
                run.add(line);
            } else {
                addEnds(run, kept);
                kept.add(line);
            }
        }
        addEnds(run, kept);
        return kept;
    }

    private static void addEnds(List<String> run, List<String> kept) {
        if (run.size() > RUN_MAX) {
            kept.addAll(run.subList(0, 2));
            kept.add("...");
            kept.addAll(run.subList(run.size() - 2, run.size()));
        } else {
            kept.addAll(run);
        }
        run.clear();
    }

    /** Lines of at most {@link #COLUMNS} characters, parted between words. */
    private static List<String> folded(String line) {
        List<String> parts = new ArrayList<>();
        String rest = line;
        while (rest.length() > COLUMNS) {
            int blank = rest.lastIndexOf(' ', COLUMNS);
            int end = blank > 0 ? blank : COLUMNS;
            parts.add(rest.substring(0, end));
            rest = "  " + rest.substring(end).stripLeading();
        }
        parts.add(rest);
        return parts;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
