package org.stoatflow.examples.demo;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The words that lines are made of, the most frequent first: common English ones, then made-up ones. */
final class Vocabulary {
    static final int SIZE = 4_000;

    private static final String COMMON = """
            the of and to in is you that it he was for on are as with his they at be this have from or one had by word \
            but not what all were we when your can said there use an each which she do how their if will up other \
            about out many then them these so some her would make like him into time has look two more write go see \
            number no way could people my than first water been call who oil its now find long down day did get come \
            made may part over new sound take only little work know place year live me back give most very after \
            thing our just name good sentence man think say great where help through much before line right too mean \
            old any same tell boy follow came want show also around form three small set put end does another well""";

    private static final String[] SYLLABLES =
            "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu bar cen dil fom gus".split(" ");

    private Vocabulary() {}

    static List<String> words() {
        Set<String> words = new LinkedHashSet<>(List.of(COMMON.split(" ")));
        for (int number = 0; words.size() < SIZE; number++) {
            words.add(madeUp(number));
        }
        return List.copyOf(new ArrayList<>(words));
    }

    /** Three syllables, each a digit of the number. */
    private static String madeUp(int number) {
        int base = SYLLABLES.length;
        return SYLLABLES[number % base] + SYLLABLES[number / base % base] + SYLLABLES[number / base / base % base];
    }
}
