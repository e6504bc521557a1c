package org.stoatflow.tidy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A word that names do not use any more.
 *
 * @param line where it stands in the list
 * @param places the files, as in {@link JavaFile#place}, in which it stands for now; they may leave out the package's
 *     beginning
 */
record RetiredWord(int line, String word, String instead, List<String> places) {
    static final String PATH = "build/retired-words.txt";
    private static final Pattern PART_END = Pattern.compile("_|\\.|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");
    private static final int COLUMNS = 3;

    static List<RetiredWord> parse(String text) {
        List<RetiredWord> found = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                found.add(parse(i + 1, line));
            }
        }
        return found;
    }

    private static RetiredWord parse(int number, String line) {
        String[] columns = line.split("\\s*\\|\\s*");
        if (columns.length < COLUMNS - 1 || columns.length > COLUMNS) {
            throw new IllegalArgumentException(PATH + ":" + number + ": not word | say instead | places: " + line);
        }
        List<String> places = columns.length < COLUMNS ? List.of() : List.of(columns[2].split("\\s*,\\s*"));
        return new RetiredWord(number, columns[0], columns[1], places);
    }

    /**
     * Whether a name of Java has the word among its parts: {@code sinkDoor} has {@code Door}, {@code doorway} has not.
     */
    boolean isIn(String name) {
        return Collections.indexOfSubList(parts(name), parts(word)) >= 0;
    }

    RetiredWord without(Set<String> unneeded) {
        return new RetiredWord(
                line,
                word,
                instead,
                places.stream().filter(place -> !unneeded.contains(place)).toList());
    }

    /** As it stands in the list. */
    String text() {
        return word + " | " + instead + (places.isEmpty() ? "" : " | " + String.join(", ", places));
    }

    private static List<String> parts(String name) {
        return PART_END.splitAsStream(name)
                .map(part -> part.toLowerCase(Locale.ROOT))
                .toList();
    }
}
