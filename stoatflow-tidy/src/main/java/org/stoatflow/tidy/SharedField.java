package org.stoatflow.tidy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a comment says of a field, or of a class, that threads share. It ends with five sentences, which begin with
 * {@code Shared}, {@code Written by:}, {@code Read by:}, {@code Safe:} and {@code Proof:}.
 *
 * @param names the field with its class, and the other fields that the comment is for; or the class alone
 */
record SharedField(List<String> names, String writtenBy, String readBy, String safe, List<String> proofs) {
    private static final Pattern BEGIN = Pattern.compile("\\bShared(?:\\.|, with )");
    private static final Pattern SENTENCES = Pattern.compile("\\bShared(?:, with ([^.]+))?\\. Written by: (.+?)\\."
            + " Read by: (.+?)\\. Safe: (.+?)\\. Proof: ([^.]+)\\.");
    private static final Pattern CODE = Pattern.compile("\\{@code ([^}]+)}");

    /** Whether the comment begins to say so. */
    static boolean isBegunIn(String comment) {
        return BEGIN.matcher(comment).find();
    }

    /**
     * What the comment says.
     *
     * @param name the class, or the class and its field
     */
    static Optional<SharedField> in(String comment, String name) {
        Matcher said = SENTENCES.matcher(plain(comment));
        if (!said.find()) {
            return Optional.empty();
        }
        List<String> names = new ArrayList<>(List.of(name));
        if (said.group(1) != null) {
            CODE.matcher(said.group(1)).results().forEach(other -> names.add(other.group(1)));
        }
        return Optional.of(new SharedField(
                List.copyOf(names),
                said.group(2),
                said.group(3),
                said.group(4),
                Arrays.asList(said.group(5).split(", "))));
    }

    /** The row of the table. */
    String row() {
        return "| `" + String.join("`, `", names) + "` | " + quoted(writtenBy) + " | " + quoted(readBy) + " | "
                + quoted(safe) + " | `" + String.join("`, `", proofs) + "` |";
    }

    private static String quoted(String text) {
        return CODE.matcher(text).replaceAll("`$1`");
    }

    private static String plain(String comment) {
        return comment.replaceAll("\\n\\s*\\*\\s?", " ").replaceAll("\\s+", " ");
    }
}
