package org.stoatflow.tools.reset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which of prepared lists of topics a reset of the application {@code src} deletes, leaves and asks for. */
class TopicChoiceTest {
    private static final String NONE = "";

    /** Words of topics; {@code known} is what the topology names, where it ends with a bang, else the local state. */
    @ParameterizedTest
    @CsvSource({
        "'', '', '', '', ''",
        "in out, '', '', '', ''",
        "src-a-changelog, src-a-changelog, src-a-changelog, '', ''",
        "src-a-changelog, src-a-changelog!, src-a-changelog, '', ''",
        "src-a-changelog, '', '', '', src-a-changelog",
        "src-a-changelog, !, '', src-a-changelog, ''",
        "src-a-changelog src-audit-changelog, src-a-changelog, src-a-changelog, '', src-audit-changelog",
        "src-a-changelog src-audit-changelog, src-a-changelog!, src-a-changelog, src-audit-changelog, ''",
        "src-a-changelog src-b-store-changelog, src-a-changelog, src-a-changelog, '', src-b-store-changelog",
        "src-a-changelog src-b-store-changelog, src-a-changelog!, src-a-changelog, src-b-store-changelog, ''",
        "src-x-repartition src-a-changelog, src-a-changelog, src-a-changelog, '', src-x-repartition",
        "src-x-repartition, src-x-repartition!, src-x-repartition, '', ''",
        "in src-in-changelog, in src-in-changelog, src-in-changelog, '', ''",
        "src-changelog srcs-a-changelog asrc-a-changelog, src-changelog srcs-a-changelog, '', '', ''",
        "src-a-changelog-old, src-a-changelog-old, '', '', ''",
        "src-users-changelog, src-users-changelog, '', '', ''",
    })
    void shouldDeleteWhatIsKnownToBeItsOwn(String topics, String known, String deleted, String left, String asked) {
        TopicChoice choice = choice(topics, known, NONE, false);
        assertEquals(words(deleted), choice.deleted().keySet());
        assertEquals(words(left), choice.left().keySet());
        assertEquals(words(asked), choice.unproven());
    }

    /** An application's id is no pattern, and may look like a path or a topic; {@code %} stands for 230 characters. */
    @ParameterizedTest
    @CsvSource({
        "a.b, a.b-s-changelog axb-s-changelog, '', '', a.b-s-changelog",
        "a.b, a.b-s-changelog axb-s-changelog, a.b-s-changelog axb-s-changelog, a.b-s-changelog, ''",
        "a.b, axb-s-repartition a.b-s.t-repartition, a.b-s.t-repartition!, a.b-s.t-repartition, ''",
        ".*, src-a-changelog .*-a-changelog, .*-a-changelog, .*-a-changelog, ''",
        "a+, aa-s-changelog a+-s-changelog, '', '', a+-s-changelog",
        "(a|b), a-s-changelog b-s-changelog, a-s-changelog, '', ''",
        ".., ..-s-changelog ../src-a-changelog src-a-changelog, '', '', ..-s-changelog",
        "src, ../src-a-changelog src-../x-changelog, '', '', src-../x-changelog",
        "src, src-a-changelog src-b-a-changelog src-bc-changelog, src-a-changelog!, src-a-changelog, ''",
        "src-b, src-a-changelog src-b-a-changelog src-bc-changelog, src-b-a-changelog, src-b-a-changelog, ''",
        "a-changelog, a-changelog a-s-changelog a-changelog-changelog a-changelog-s-changelog, '', '',"
                + " a-changelog-s-changelog",
        "a, a-changelog a-changelog-changelog a-changelog-s-changelog, a-changelog-changelog,"
                + " a-changelog-changelog, a-changelog-s-changelog",
        "src, src- src-- src-changelog src--changelog -src-a-changelog SRC-a-changelog, '', '', ''",
        "src, src-KTABLE-FK-JOIN-SUBSCRIPTION-REGISTRATION-0000000003-topic src-KTABLE-FK-JOIN-x-topic, '', '',"
                + " src-KTABLE-FK-JOIN-SUBSCRIPTION-REGISTRATION-0000000003-topic",
        "%, %-12345678-changelog %x-1234567-changelog, '', '', %-12345678-changelog",
        "src, src-%12345-changelog src-%12345-changelogs, src-%12345-changelog!, src-%12345-changelog, ''",
    })
    void shouldTakeNoNameForItsOwnThatOnlyLooksLikeIt(
            String application, String topics, String known, String deleted, String asked) {
        TopicChoice choice = TopicChoice.of(
                options(longer(application), NONE, false),
                known(longer(known)),
                words(longer(topics)),
                Set.of(longer(application)));
        assertEquals(words(longer(deleted)), choice.deleted().keySet());
        assertEquals(words(longer(asked)), choice.unproven());
    }

    private static String longer(String names) {
        return names.replace("%", "n".repeat(230));
    }

    @Test
    void shouldDeleteWhatIsConfirmedOrListed() {
        String topics = "src-a-changelog src-audit-changelog";
        assertEquals(
                Map.of(
                        "src-a-changelog",
                        "the local state names it",
                        "src-audit-changelog",
                        "confirmed; only its name says that it is internal"),
                choice(topics, "src-a-changelog", NONE, true).deleted());
        TopicChoice listed = choice(topics, NONE, "src-a-changelog src-gone-changelog", true);
        assertEquals(Map.of("src-a-changelog", "--internal-topics lists it"), listed.deleted());
        assertEquals(Map.of("src-audit-changelog", "--internal-topics does not list it"), listed.left());
        assertThrows(ResetFailure.class, () -> choice(topics, NONE, "in", true));
        assertThrows(ResetFailure.class, () -> choice(topics, NONE, "src-users-changelog", true));
    }

    @Test
    void shouldRefuseWhatTheNameOfAnotherGroupBegins() {
        Set<String> topics = Set.of("src-a-changelog", "src-b-a-changelog");
        Set<String> groups = Set.of("src", "src-b");
        for (boolean yes : new boolean[] {true, false}) {
            ResetFailure refused = assertThrows(
                    ResetFailure.class,
                    () -> TopicChoice.of(options(NONE, yes), known("src-a-changelog"), topics, groups));
            assertTrue(refused.getMessage().contains("groups [src-b]"), refused.getMessage());
        }
        assertEquals(
                Set.of("src-b-a-changelog"),
                TopicChoice.of(options(NONE, true), known("src-a-changelog!"), topics, groups)
                        .left()
                        .keySet());
    }

    private static TopicChoice choice(String topics, String known, String listed, boolean yes) {
        return TopicChoice.of(options(listed, yes), known(known), words(topics), Set.of("src"));
    }

    private static TopicChoice.Known known(String known) {
        boolean isTopology = known.endsWith("!");
        Set<String> names = words(known.replace("!", ""));
        return new TopicChoice.Known(isTopology ? names : Set.of(), isTopology, isTopology ? Set.of() : names);
    }

    private static ResetOptions options(String listed, boolean yes) {
        return options("src", listed, yes);
    }

    private static ResetOptions options(String application, String listed, boolean yes) {
        return new ResetOptions(
                application,
                Map.of(),
                new ResetOptions.Named(
                        List.of("in", "src-users-changelog"), List.of(), List.copyOf(words(listed)), null),
                new Target.Earliest(),
                null,
                new ResetOptions.Flags(false, false, yes));
    }

    private static Set<String> words(String words) {
        return new TreeSet<>(
                Arrays.stream(words.split(" ")).filter(word -> !word.isEmpty()).toList());
    }
}
