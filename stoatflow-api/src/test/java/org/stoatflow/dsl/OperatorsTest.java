package org.stoatflow.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Branched;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Printed;
import org.stoatflow.streams.processor.api.ContextualFixedKeyProcessor;
import org.stoatflow.streams.processor.api.FixedKeyRecord;
import org.stoatflow.streams.processor.api.Record;

/** What operators do to records, on {@link SmallEngine}. */
class OperatorsTest {
    private final StreamsBuilder builder = new StreamsBuilder();

    private KStream<String, String> in() {
        return builder.stream("in");
    }

    private KTable<String, String> keptTable() {
        return builder.table("in", Materialized.as("rows"));
    }

    @Test
    void shouldRunStatelessOperators() {
        in().filter((k, v) -> v != null)
                .filterNot((k, v) -> v.isEmpty())
                .mapValues(v -> v + "!")
                .mapValues((k, v) -> k + v)
                .flatMapValues(v -> List.of(v, v + v))
                .map((k, v) -> KeyValue.pair(v.length(), v))
                .flatMap((k, v) -> List.of(KeyValue.pair(v, k), KeyValue.pair("x", k)))
                .selectKey((k, v) -> k + v)
                .to("out");
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("in", "k", null, 1);
        engine.pipe("in", "k", "", 2);
        engine.pipe("in", "k", "v", 3);
        assertEquals(List.of("kv!3=3@3", "x3=3@3", "kv!kv!6=6@3", "x6=6@3"), engine.written("out"));
    }

    @Test
    void shouldRefuseNullOfMap() {
        in().map((k, v) -> (KeyValue<String, String>) null).to("out");
        SmallEngine engine = new SmallEngine(builder.build());
        assertThrows(NullPointerException.class, () -> engine.pipe("in", "k", "v", 1));
    }

    @Test
    void shouldPeekAndEndInForeach() {
        List<String> seen = new ArrayList<>();
        in().peek((k, v) -> seen.add("peek " + v)).foreach((k, v) -> seen.add("each " + v));
        new SmallEngine(builder.build()).pipe("in", "k", "v", 1);
        assertEquals(List.of("peek v", "each v"), seen);
    }

    @Test
    void shouldGiveEachChildItsOwnHeaders() {
        KStream<String, String> in = in();
        in.processValues(() -> new ContextualFixedKeyProcessor<String, String, String>() {
                    @Override
                    public void process(FixedKeyRecord<String, String> record) {
                        record.headers().add("added", new byte[0]);
                        context().forward(record);
                    }
                })
                .to("changed");
        in.mapValues(v -> v).to("same");
        SmallEngine engine = new SmallEngine(builder.build());
        Record<Object, Object> record = new Record<>("k", "v", 1, new RecordHeaders().add("h", new byte[0]));
        engine.pipe("in", record);
        assertEquals(1, record.headers().toArray().length);
        assertEquals(List.of("k=v@1"), engine.written("changed"));
    }

    @Test
    void shouldSendRecordToFirstBranchThatWantsIt() {
        in().split()
                .branch((k, v) -> v.startsWith("a"), Branched.withConsumer(branch -> branch.to("a")))
                .branch((k, v) -> v.endsWith("b"), Branched.withConsumer(branch -> branch.to("b")))
                .defaultBranch(Branched.withConsumer(branch -> branch.to("rest")));
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("in", "k", "ab", 1);
        engine.pipe("in", "k", "xb", 2);
        engine.pipe("in", "k", "x", 3);
        assertEquals(List.of("k=ab@1"), engine.written("a"));
        assertEquals(List.of("k=xb@2"), engine.written("b"));
        assertEquals(List.of("k=x@3"), engine.written("rest"));
    }

    @Test
    void shouldDropWithoutDefaultBranch() {
        in().split()
                .branch((k, v) -> v.startsWith("a"), Branched.withConsumer(b -> b.to("a")))
                .noDefaultBranch();
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("in", "k", "x", 1);
        assertEquals(List.of(), engine.written("a"));
    }

    @Test
    void shouldCountWithGreatestTimestamp() {
        in().groupByKey().count().toStream().to("out");
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("in", "k", "v", 10);
        engine.pipe("in", "k", "v", 5);
        engine.pipe("in", "k", "v", 11);
        assertEquals(List.of("k=1@10", "k=2@10", "k=3@11"), engine.written("out"));
    }

    @Test
    void shouldDropNullKeysAndValuesOfAggregations() {
        in().groupByKey().count().toStream().to("out");
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("in", null, "v", 1);
        engine.pipe("in", "k", null, 1);
        assertEquals(List.of(), engine.written("out"));
        assertEquals(List.of(DropReason.NULL_KEY_OR_VALUE, DropReason.NULL_KEY_OR_VALUE), engine.drops());
    }

    @Test
    void shouldReduceByNewKeyAndDeleteOnNull() {
        in().groupBy((k, v) -> v.substring(0, 1))
                .reduce((x, y) -> y.endsWith("-") ? null : x + y, Materialized.as("r"))
                .toStream()
                .to("out");
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("in", "1", "ab", 1);
        engine.pipe("in", "2", "ac", 2);
        engine.pipe("in", "3", "a-", 1);
        engine.pipe("in", "4", "ad", 1);
        assertEquals(List.of("a=ab@1", "a=abac@2", "a=null@2", "a=ad@1"), engine.written("out"));
        assertEquals("{a=<ad,1>}", engine.store("r").rows().toString());
    }

    @Test
    void shouldAggregateFromInitializer() {
        in().groupByKey().aggregate(() -> "<", (k, v, a) -> a + v).toStream().to("out");
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("in", "k", "a", 1);
        engine.pipe("in", "k", "b", 2);
        assertEquals(List.of("k=<a@1", "k=<ab@2"), engine.written("out"));
    }

    @Test
    void shouldForwardOnFlushWhereStoreIsCached() {
        in().groupByKey()
                .count(Materialized.as("counts"))
                .filter((k, v) -> v != 2)
                .toStream()
                .to("out");
        SmallEngine engine = new SmallEngine(builder.build(), "counts");
        engine.pipe("in", "k", "a", 1);
        assertEquals(List.of(), engine.written("out"));
        engine.store("counts").flushCache();
        assertEquals(List.of("k=1@1"), engine.written("out"));
        engine.pipe("in", "k", "b", 3);
        engine.store("counts").flushCache();
        assertEquals(List.of("k=null@3"), engine.written("out"));
        engine.pipe("in", "k", "b", 4);
        engine.pipe("in", "k", "b", 5);
        engine.store("counts").flushCache();
        assertEquals(List.of("k=4@5"), engine.written("out"));
    }

    @Test
    void shouldForwardEveryUpdateOfTable() {
        keptTable().toStream().to("out");
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("in", "k", "a", 10);
        engine.pipe("in", "k", "a", 10);
        engine.pipe("in", "k", "late", 5);
        engine.pipe("in", "k", null, 11);
        engine.pipe("in", "none", null, 12);
        engine.pipe("in", null, "v", 13);
        assertEquals(List.of("k=a@10", "k=a@10", "k=late@5", "k=null@11", "none=null@12"), engine.written("out"));
        assertEquals(List.of(DropReason.NULL_KEY), engine.drops());
    }

    @Test
    void shouldNotKeepTableThatNothingNeeds() {
        builder.<String, String>table("in")
                .filter((k, v) -> v.length() > 1)
                .toStream()
                .to("out");
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("in", "k", "a", 1);
        engine.pipe("in", "k", null, 2);
        engine.pipe("in", null, "xx", 3);
        engine.pipe("in", "k", "bb", 4);
        assertEquals(List.of("k=null@1", "k=null@2", "k=bb@4"), engine.written("out"));
        assertEquals(List.of(DropReason.NULL_KEY), engine.drops());
    }

    @Test
    void shouldNotForwardRowsThatWereNeverInFilteredTable() {
        keptTable().filter((k, v) -> v.length() > 1).toStream().to("out");
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("in", "k", "a", 1);
        engine.pipe("in", "k", "bb", 2);
        engine.pipe("in", "k", "c", 3);
        engine.pipe("in", "k", "d", 4);
        assertEquals(List.of("k=bb@2", "k=null@3"), engine.written("out"));
    }

    @Test
    void shouldKeepFilteredAndMappedTables() {
        keptTable()
                .filterNot((k, v) -> v.length() > 1, Materialized.as("short"))
                .mapValues(v -> v + v, Materialized.as("doubled"))
                .toStream((k, v) -> k + "2")
                .to("out");
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("in", "k", "a", 1);
        engine.pipe("in", "k", "bb", 2);
        engine.pipe("in", "k", "cc", 3);
        engine.pipe("in", "k", "d", 4);
        assertEquals(List.of("k2=aa@1", "k2=null@2", "k2=dd@4"), engine.written("out"));
        assertEquals("{k=<d,4>}", engine.store("short").rows().toString());
        assertEquals("{k=<dd,4>}", engine.store("doubled").rows().toString());
    }

    @Test
    void shouldMakeTableOfStream() {
        in().selectKey((k, v) -> v)
                .toTable(Materialized.as("t"))
                .mapValues(v -> v + "!")
                .toStream()
                .to("out");
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("in", "k", "a", 1);
        assertEquals(List.of("a=a!@1"), engine.written("out"));
        assertEquals("{a=<a,1>}", engine.store("t").rows().toString());
    }

    @Test
    void shouldPrintToFile(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("printed");
        in().print(Printed.<String, String>toFile(file.toString()).withLabel("label"));
        SmallEngine engine = new SmallEngine(builder.build());
        engine.pipe("in", "k", "v", 1);
        engine.close();
        assertEquals("[label]: k, v" + System.lineSeparator(), Files.readString(file));
    }

    @Test
    void shouldMarkWhatPlannerMayRelyOn() {
        in().mapValues(v -> v).selectKey((k, v) -> v).groupByKey().count();
        String traits = org.stoatflow.spi.TopologyAccess.logical(builder.build()).nodes().stream()
                .filter(node -> node instanceof org.stoatflow.topology.ProcessorNode)
                .map(node -> (org.stoatflow.topology.ProcessorNode) node)
                .map(node ->
                        node.name().replaceAll("-[0-9]*$", "") + node.traits().changesKey())
                .toList()
                .toString();
        assertTrue(traits.contains("KSTREAM-KEY-SELECTtrue"), traits);
        assertTrue(traits.contains("KSTREAM-MAPVALUESfalse"), traits);
        assertTrue(traits.contains("KSTREAM-AGGREGATEfalse"), traits);
    }
}
