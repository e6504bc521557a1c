package org.stoatflow.runtime.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.stoatflow.config.ConfigKey;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.runtime.sink.CommitPhase;
import org.stoatflow.runtime.testkit.Docs;

/** The page names exactly the meters that exist. KafkaMetricsIT compares those that have Kafka Streams' names. */
class MetricsDocTest {
    private static final String PAGE = Docs.page("METRICS.md");
    private static final Pattern NAME = Pattern.compile("`(stoatflow\\.[a-z.]*[a-z])");

    @Test
    void shouldGiveEachMeterWithKindUnitAndTags() {
        for (EngineMeter meter : EngineMeter.values()) {
            String unit = meter.unit() == null ? "" : ", " + meter.unit();
            String item = "* `" + meter.id() + "` (" + meter.kind().name().toLowerCase(Locale.ROOT) + unit + ")";
            assertTrue(list(meter.scope()).contains("\n" + item), item);
        }
    }

    /** The list below the line that names a scope's tags. */
    private static String list(EngineMeter.Scope scope) {
        String tags = scope.tags().isEmpty()
                ? "\nNo more tags"
                : scope.tags().stream().map(tag -> "`" + tag + "`").collect(Collectors.joining(", ", "\nTags ", ""));
        Matcher list = Pattern.compile(
                        Pattern.quote(tags) + "(?:, up to [^\n]*)?:?\n(\n(?:[*] |  ).*?)\n\n", Pattern.DOTALL)
                .matcher(PAGE);
        assertTrue(list.find(), tags);
        return list.group(1);
    }

    @Test
    void shouldNameNoMeterThatDoesNotExist() {
        Set<String> unknown = NAME.matcher(PAGE)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        Arrays.stream(EngineMeter.values()).map(EngineMeter::id).forEach(unknown::remove);
        StoatflowConfig.keys().stream().map(ConfigKey::key).forEach(unknown::remove);
        assertEquals(Set.of(), unknown);
    }

    @Test
    void shouldNameEachReasonAndPhase() {
        Stream.of(ErrorDrop.values(), DropReason.values(), CommitPhase.values())
                .flatMap(Arrays::stream)
                .map(constant -> "`" + constant.name().toLowerCase(Locale.ROOT).replace('_', '-') + "`")
                .forEach(name -> assertTrue(PAGE.contains(name), name));
    }
}
