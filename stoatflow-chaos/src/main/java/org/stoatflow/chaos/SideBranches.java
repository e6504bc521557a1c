package org.stoatflow.chaos;

import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.AutoOffsetReset;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * The branches of the application whose sources are deleted and cut. They print each record that has passed them.
 *
 * <pre>
 * tenant-.* ─┬→ passed
 *            └→ hop by ward ─→ cached count ─→ wards
 * cut ─→ passed
 * </pre>
 */
final class SideBranches {
    /** The line that is printed for a record: its name follows. */
    static final String PASSED = "passed ";

    private SideBranches() {}

    static void add(StreamsBuilder builder) {
        Produced<String, String> strings = Produced.with(Serdes.String(), Serdes.String());
        KStream<String, String> tenants = builder.stream(
                Pattern.compile(Pattern.quote(Names.TENANT_PREFIX) + ".*"),
                Consumed.with(Serdes.String(), Serdes.String()));
        tenants.to(Names.PASSED, strings);
        tenants.groupBy((key, name) -> SideRecord.parse(name).ward(), Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as(Names.WARDS_STORE)
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.Long())
                        .withCachingEnabled())
                .toStream()
                .mapValues(String::valueOf)
                .to(Names.WARDS, strings);
        tenants.foreach((key, name) -> System.out.println(PASSED + name)); // the last, so that all before has it
        KStream<String, String> cut = builder.stream(
                Names.CUT,
                Consumed.with(Serdes.String(), Serdes.String()).withOffsetResetPolicy(AutoOffsetReset.earliest()));
        cut.to(Names.PASSED, strings);
        cut.foreach((key, name) -> System.out.println(PASSED + name));
    }
}
