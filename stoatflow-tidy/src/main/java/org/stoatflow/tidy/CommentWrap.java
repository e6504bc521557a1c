package org.stoatflow.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Wraps lines of comments that are too wide, which the formatter leaves as they are. The words beyond the limit go to
 * the beginning of the next line where the sentence goes on there, and to a line of their own where it does not.
 */
final class CommentWrap {
    private static final Pattern ALONE = Pattern.compile("( *)/\\*\\* (.*) \\*/");
    private static final Pattern LINE = Pattern.compile("( *(?:\\*|//) )( *)(\\S.*?)( \\*/)?");
    private static final Pattern NOT_CONTINUED =
            Pattern.compile("(@|<p>|<li>|</?ul>|</?ol>|<pre>|</pre>|\\* |- |\\d+\\. ).*");
    private static final String TAG_INDENT = "    ";

    private final int max;

    CommentWrap(int max) {
        this.max = max;
    }

    /**
     * A line of a comment.
     *
     * @param before up to the comment's sign and one space
     * @param end the comment's end, or nothing
     */
    private record Line(String before, String indent, String text, String end) {
        String whole() {
            return before + indent + text + end;
        }

        boolean isContinuedBy(Line next) {
            return before.equals(next.before)
                    && !NOT_CONTINUED.matcher(next.text).matches();
        }
    }

    String wrapped(String text) {
        List<String> in = new ArrayList<>(text.lines().toList());
        List<String> out = new ArrayList<>();
        boolean inPre = false;
        for (int i = 0; i < in.size(); i++) {
            String line = in.get(i);
            inPre = line.contains("<pre>") || inPre && !line.contains("</pre>");
            Matcher alone = ALONE.matcher(line);
            if (inPre || width(line) <= max) {
                out.add(line);
            } else if (alone.matches()) {
                out.add(alone.group(1) + "/**");
                in.add(i + 1, alone.group(1) + " * " + alone.group(2));
                in.add(i + 2, alone.group(1) + " */");
            } else {
                out.add(shortened(line, in, i + 1));
            }
        }
        return String.join("\n", out) + "\n";
    }

    /** The line up to the limit; what is beyond it is put into the lines from {@code next} on. */
    private String shortened(String line, List<String> lines, int next) {
        Matcher matcher = LINE.matcher(line);
        int end = line.lastIndexOf(' ', line.offsetByCodePoints(0, max));
        if (!matcher.matches() || end <= matcher.start(3)) {
            return line;
        }
        Line whole = line(matcher);
        String rest = line.substring(end + 1, matcher.end(3));
        Matcher nextMatcher = LINE.matcher(next < lines.size() ? lines.get(next) : "");
        if (whole.end.isEmpty() && nextMatcher.matches() && whole.isContinuedBy(line(nextMatcher))) {
            Line after = line(nextMatcher);
            lines.set(next, new Line(after.before, after.indent, rest + " " + after.text, after.end).whole());
        } else {
            String indent = whole.text.startsWith("@") ? TAG_INDENT : whole.indent;
            lines.add(next, new Line(whole.before, indent, rest, whole.end).whole());
        }
        return line.substring(0, end);
    }

    private static Line line(Matcher matcher) {
        String end = matcher.group(4) == null ? "" : matcher.group(4);
        return new Line(matcher.group(1), matcher.group(2), matcher.group(3), end);
    }

    private static int width(String line) {
        return line.codePointCount(0, line.length());
    }
}
