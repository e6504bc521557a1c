package org.stoatflow.tools.top;

/** A line of the page; its text has no control characters. */
record Line(Kind kind, String text) {
    private static final char UNPRINTABLE = '?';

    enum Kind {
        /** What the lines below are. */
        TITLE,
        PLAIN,
        /** All is well. */
        GOOD,
        /** Somebody should look at it. */
        BAD
    }

    /** Keys and failures may have anything, and a terminal obeys what it is sent. */
    Line {
        text = text.codePoints()
                .map(each -> Character.isISOControl(each) || Character.getType(each) == Character.FORMAT
                        ? UNPRINTABLE
                        : each)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
