package org.stoatflow.relocation;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A package that gets another name, wherever a text names it or what is in it, with dots or with slashes. */
public final class Renaming {
    private static final String END = "(?![\\w$])";

    private final Pattern dotted;
    private final String dottedTo;
    private final Pattern slashed;
    private final String slashedTo;

    /** Of package {@code from} to {@code to}, both with dots. */
    public Renaming(String from, String to) {
        this.dotted = Pattern.compile(Pattern.quote(from) + END);
        this.dottedTo = Matcher.quoteReplacement(to);
        this.slashed = Pattern.compile(Pattern.quote(from.replace('.', '/')) + END);
        this.slashedTo = Matcher.quoteReplacement(to.replace('.', '/'));
    }

    /** The text with the new name. */
    public String in(String text) {
        return slashed.matcher(dotted.matcher(text).replaceAll(dottedTo)).replaceAll(slashedTo);
    }

    /** Whether the text names the package by its old name. */
    public boolean touches(String text) {
        return dotted.matcher(text).find() || slashed.matcher(text).find();
    }
}
