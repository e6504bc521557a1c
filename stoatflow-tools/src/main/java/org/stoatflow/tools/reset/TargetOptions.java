package org.stoatflow.tools.reset;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say where offsets are to be, of which one may be given. */
final class TargetOptions {
    @Option(names = "--to-earliest", description = "input topics are read from their first record on (default)")
    private boolean toEarliest;

    @Option(names = "--to-latest", description = "from behind their last record on")
    private boolean toLatest;

    @Option(names = "--to-offset", paramLabel = "<offset>", description = "from this offset on, in each partition")
    private @Nullable Long toOffset;

    @Option(
            names = "--to-datetime",
            paramLabel = "<time>",
            description = "from this time on: yyyy-MM-ddTHH:mm:ss.SSS, with an offset such as +01:00 or in UTC")
    private @Nullable String toDatetime;

    @Option(
            names = "--by-duration",
            paramLabel = "<duration>",
            description = "from so long before now on: PnDTnHnMnS, such as PT12H")
    private @Nullable String byDuration;

    @Option(
            names = "--shift-by",
            paramLabel = "<records>",
            description = "from so many offsets after the committed ones on, or with a minus before them")
    private @Nullable Long shiftBy;

    @Option(
            names = "--from-file",
            paramLabel = "<file>",
            description = "from the offsets in this file on: lines of topic,partition,offset")
    private @Nullable Path fromFile;

    /** The names of those that are given. */
    List<String> given() {
        List<String> given = new ArrayList<>();
        add(given, "--to-earliest", toEarliest);
        add(given, "--to-latest", toLatest);
        add(given, "--to-offset", toOffset != null);
        add(given, "--to-datetime", toDatetime != null);
        add(given, "--by-duration", byDuration != null);
        add(given, "--shift-by", shiftBy != null);
        add(given, "--from-file", fromFile != null);
        return given;
    }

    /** @throws IllegalArgumentException with a sentence, where a value is not what it must be */
    Target target(Clock clock) {
        if (toLatest) {
            return new Target.Latest();
        }
        if (toOffset != null) {
            return new Target.Offset(toOffset);
        }
        if (toDatetime != null) {
            return new Target.Time(instant(toDatetime));
        }
        if (byDuration != null) {
            return new Target.Time(clock.instant().minus(duration(byDuration)));
        }
        if (shiftBy != null) {
            return new Target.Shift(shiftBy);
        }
        if (fromFile != null) {
            return new Target.Planned(OffsetFile.read(GivenReset.fromCaller(fromFile)));
        }
        return new Target.Earliest();
    }

    private static void add(List<String> names, String name, boolean given) {
        if (given) {
            names.add(name);
        }
    }

    private static Instant instant(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException withoutOffset) {
            return utc(text);
        }
    }

    private static Instant utc(String text) {
        try {
            return LocalDateTime.parse(text, DateTimeFormatter.ISO_LOCAL_DATE_TIME)
                    .toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException refused) {
            throw new IllegalArgumentException(
                    "Invalid value for option '--to-datetime': must be yyyy-MM-ddTHH:mm:ss.SSS, not '" + text + "'");
        }
    }

    private static Duration duration(String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException refused) {
            throw new IllegalArgumentException(
                    "Invalid value for option '--by-duration': must be PnDTnHnMnS, not '" + text + "'");
        }
    }
}
