package org.stoatflow.differential;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.api.FixedKeyRecord;
import org.stoatflow.streams.processor.api.InternalFixedKeyRecordFactory;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.ValueAndTimestamp;

/** What records and other values do; runs on both libraries, see {@link Programs}. */
public final class RecordRules {
    private final List<String> log = new ArrayList<>();

    private RecordRules() {}

    /** What was seen, line by line. */
    public static List<String> run() {
        RecordRules rules = new RecordRules();
        rules.headersOfRecords();
        rules.headersOfDerivedRecords();
        rules.headersOfFixedKeyRecords();
        rules.equality();
        rules.texts();
        return rules.log;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void see(String what, Headers headers) {
        StringBuilder text = new StringBuilder(what);
        headers.forEach(header -> text.append(' ').append(header.key()));
        log.add(text.toString());
    }

    private void headersOfRecords() {
        Headers given = new RecordHeaders();
        given.add("a", bytes("1"));
        Record<String, String> record = new Record<>("k", "v", 1, given);
        given.add("b", bytes("2"));
        see("given changed later", record.headers());
        record.headers().add("c", bytes("3"));
        see("own change", record.headers());
        see("given after own change", given);
        see("none", new Record<>("k", "v", 1).headers());
        see("null", new Record<>("k", "v", 1, null).headers());
        RecordHeaders fixed = new RecordHeaders();
        fixed.add("f", bytes("1"));
        fixed.setReadOnly();
        Record<String, String> ofFixed = new Record<>("k", "v", 1, fixed);
        ofFixed.headers().add("g", bytes("2"));
        see("read-only given", ofFixed.headers());
    }

    private void headersOfDerivedRecords() {
        Record<String, String> parent = new Record<>("k", "v", 1, null);
        Record<String, Integer> before = parent.withValue(1);
        parent.headers().add("p", bytes("1"));
        Record<Integer, String> after = parent.withKey(1);
        parent.headers().add("q", bytes("2"));
        after.headers().add("child", bytes("3"));
        Record<Integer, String> grandchild = after.withTimestamp(7).withHeaders(after.headers());
        after.headers().remove("child");
        see("parent", parent.headers());
        see("before", before.headers());
        see("after", after.headers());
        see("grandchild", grandchild.headers());
        see("without", grandchild.withHeaders(null).headers());
        log.add("time " + grandchild.timestamp());
        try {
            parent.withTimestamp(-1);
        } catch (RuntimeException failure) {
            log.add(failure.getClass().getSimpleName() + " "
                    + failure.getCause().getClass().getSimpleName());
        }
    }

    private void headersOfFixedKeyRecords() {
        Record<String, String> parent = new Record<>("k", "v", 1, null);
        parent.headers().add("p", bytes("1"));
        FixedKeyRecord<String, String> record = InternalFixedKeyRecordFactory.create(parent);
        parent.headers().add("q", bytes("2"));
        see("fixed", record.headers());
        FixedKeyRecord<String, Integer> before = record.withValue(1);
        record.headers().add("r", bytes("3"));
        see("fixed before", before.headers());
        see("fixed after", record.withTimestamp(3).headers());
        see(
                "fixed with",
                record.withHeaders(new RecordHeaders().add("s", bytes("4"))).headers());
        see("parent of fixed", parent.headers());
    }

    private void equality() {
        Record<String, String> one = new Record<>("k", "v", 1, new RecordHeaders().add("a", bytes("1")));
        Record<String, String> same = new Record<>("k", "v", 1, null);
        log.add("without " + one.equals(same));
        same.headers().add("a", bytes("1"));
        log.add("same " + one.equals(same) + " " + (one.hashCode() == same.hashCode()));
        same.headers().add("a", bytes("1"));
        log.add("twice " + one.equals(same));
        log.add("derived " + one.equals(one.withValue("v")) + one.equals(one.withValue("w")));
        log.add("pair " + KeyValue.pair("a", 1).equals(new KeyValue<>("a", 1)));
        log.add("null pair " + KeyValue.pair(null, null).equals(KeyValue.pair(null, 1)));
        log.add("timestamped " + ValueAndTimestamp.make("a", 1).equals(ValueAndTimestamp.make("a", 2)));
        log.add("none " + ValueAndTimestamp.make(null, 1));
        log.add("nullable " + ValueAndTimestamp.makeAllowNullable(null, 1));
        log.add("task order " + new TaskId(1, 2).compareTo(new TaskId(1, 10))
                + new TaskId(2, 0).compareTo(new TaskId(1, 1)));
    }

    private void texts() {
        log.add(new Record<>("k", "v", 1).toString());
        log.add(InternalFixedKeyRecordFactory.create(new Record<>("k", "v", 1)).toString());
        log.add(KeyValue.pair("a", 1).toString());
        log.add(ValueAndTimestamp.make("a", 1).toString());
        log.add(new TaskId(3, 4).toString() + TaskId.parse("5_6") + TaskId.parse("name__7_8"));
        for (String wrong : List.of("", "1", "a_b", "1_", "_1", "x__1")) {
            try {
                log.add(wrong + " is " + TaskId.parse(wrong));
            } catch (RuntimeException failure) {
                log.add(wrong + " is a " + failure.getClass().getSimpleName());
            }
        }
    }
}
