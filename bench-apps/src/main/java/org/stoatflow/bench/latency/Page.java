package org.stoatflow.bench.latency;

/** A Markdown page of which a command writes parts. Each part stands between two comments. */
public record Page(String text) {
    /** The page with {@code body} in place of the part's text. */
    public Page with(String part, String body) {
        return new Page(text.substring(0, begin(part)) + "\n" + body + text.substring(end(part)));
    }

    /** The part's text. */
    public String part(String part) {
        return text.substring(begin(part), end(part)).substring(1);
    }

    private int begin(String part) {
        String mark = "<!-- " + part + ": begin; written by the command -->\n";
        return place(mark) + mark.length();
    }

    private int end(String part) {
        return place("<!-- " + part + ": end -->\n");
    }

    private int place(String mark) {
        int place = text.indexOf(mark);
        if (place < 0) {
            throw new BadArgument("the page has no line '" + mark.strip() + "'");
        }
        return place;
    }
}
