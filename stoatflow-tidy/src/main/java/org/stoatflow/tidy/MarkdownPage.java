package org.stoatflow.tidy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page: its headings, and what it links to and quotes. Blocks of code are apart. */
final class MarkdownPage {
    private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*?) *#*");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)|^\\[[^]]+]: +(\\S+)");
    private static final Pattern LINK_TEXT = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");
    private static final Pattern QUOTE = Pattern.compile("`([^`]+)`");

    private final TextFile file;
    private final Set<String> headings = new HashSet<>();
    private final Set<String> anchors = new HashSet<>();
    private final List<Quote> links = new ArrayList<>();
    private final List<Quote> quotes = new ArrayList<>();
    private final List<Quote> code = new ArrayList<>();

    /** A text on a page, its line, and the heading that it stands under. */
    record Quote(String text, int line, String section) {}

    MarkdownPage(TextFile file) {
        this.file = file;
        boolean inCode = false;
        String section = "";
        Map<String, Integer> seen = new HashMap<>();
        List<String> lines = file.lines();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.strip().startsWith("```")) {
                inCode = !inCode;
            } else if (inCode) {
                code.add(new Quote(line.strip(), i + 1, section));
            } else {
                section = readHeading(line, section, seen);
                collect(QUOTE, line, new Quote(line, i + 1, section), quotes);
                collect(LINK, QUOTE.matcher(line).replaceAll("``"), new Quote(line, i + 1, section), links);
            }
        }
    }

    TextFile file() {
        return file;
    }

    boolean hasAnchor(String anchor) {
        return anchors.contains(anchor);
    }

    boolean hasHeading(String text) {
        return headings.contains(plain(text));
    }

    List<Quote> links() {
        return links;
    }

    /** What stands between single backticks. */
    List<Quote> quotes() {
        return quotes;
    }

    /** Lines of blocks of code. */
    List<Quote> code() {
        return code;
    }

    String at(Quote quote) {
        return file.path() + ":" + quote.line();
    }

    /** The heading that holds from this line on. */
    private String readHeading(String line, String section, Map<String, Integer> seen) {
        Matcher heading = HEADING.matcher(line);
        if (!heading.matches()) {
            return section;
        }
        String text = plain(LINK_TEXT.matcher(heading.group(1)).replaceAll("$1"));
        headings.add(text);
        String anchor = anchor(text);
        int before = seen.merge(anchor, 1, Integer::sum) - 1;
        anchors.add(before == 0 ? anchor : anchor + "-" + before);
        return text;
    }

    /** As GitHub makes it. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private static String plain(String text) {
        return text.replace("`", "").replace("*", "").strip();
    }

    private static void collect(Pattern pattern, String line, Quote at, List<Quote> into) {
        Matcher matcher = pattern.matcher(line);
        while (matcher.find()) {
            String text = matcher.group(1) == null ? matcher.group(matcher.groupCount()) : matcher.group(1);
            into.add(new Quote(text, at.line(), at.section()));
        }
    }
}
