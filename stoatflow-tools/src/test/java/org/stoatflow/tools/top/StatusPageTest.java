package org.stoatflow.tools.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.stoatflow.status.ApplicationStatus;

class StatusPageTest {
    private static final String ANSWER = """
            {"ready":false,"readiness":"Not ready: the brokers do not answer.","live":true,"status":{
            "instance":{"applicationId":"orders","clientId":"orders-1"},
            "phase":{"state":"RUNNING","name":"RUNNING","readiness":"WORKS","why":"prepared","lastsSeconds":61.5,
              "paused":true,"answered":false},
            "epochs":{"open":812,"intervalSeconds":0.1,"oldestSeconds":null,"lastCommitSeconds":0.004,
              "inFlightBytes":2048,"awaited":"stage 1 lane 3"},
            "stages":[{"stage":1,"lanes":8,"work":{"records":5000,"queuedBatches":2,"busyLanes":1,"heldRecords":4,
              "oldestBatchSeconds":3.0},
              "busiest":[{"name":"stage 1 lane 3","queuedBatches":2,"heldRecords":4,"busySeconds":3.0,
                "activity":"in topic in, partition 0, offset 7, key #1f9a03c2"}],
              "hotKeys":[{"key":"#1f9a03c2","lane":"stage 1 lane 3","share":0.412}]}],
            "sources":[{"topic":"quiet","partition":0,"lag":0,"records":1,"streamTime":null},
              {"topic":"in","partition":3,"lag":5,"records":9,"streamTime":"2026-01-01T00:00:00Z"}],
            "stores":{"restore":REPLACED,"bytes":4194304,"lagAccepted":10000},
            "failures":[{"at":"2026-01-01T00:00:00Z","phase":"RUNNING","text":"a processor has thrown"}]},
            "dropped":{"late":3,"unreadable":2}}""";

    private static final String RESTORE = """
            {"standby":false,"offsets":100,"remaining":40,"perSecond":20.0,"leftSeconds":2.0,
            "stores":[{"name":"counts","partitions":4,"partitionsDone":1,"remaining":40,"records":60}]}""";

    private static JsonNode answer(String restore) throws Exception {
        return new ObjectMapper().readTree(ANSWER.replace("REPLACED", restore));
    }

    private static String shown(JsonNode answer, @Nullable JsonNode before) {
        return StatusPage.lines(answer, before, Duration.ofSeconds(2)).stream()
                .map(Line::text)
                .collect(Collectors.joining("\n"));
    }

    @Test
    void shouldShowWhatAnApplicationIsDoing() throws Exception {
        assertEquals("""
                orders (orders-1): RUNNING, in phase RUNNING for 61.5 s, paused
                Not ready: the brokers do not answer.
                epochs   812 is open, cut every 100 ms, oldest not committed -, last commit 4 ms, 2.0 KiB in flight
                         waited for last: stage 1 lane 3
                state    4.0 MiB on disk
                stage  lanes  busy  batches     held      records   a second  at one batch
                    1      8     1        2        4         5000          -  3.0 s
                      stage 1 lane 3: in topic in, partition 0, offset 7, key #1f9a03c2, for 3.0 s, 2 batches wait
                      hot keys: #1f9a03c2 41.2 % (stage 1 lane 3)
                lag      5 records in 2 partitions
                topic                                    partition          lag      records  stream time
                in                                               3            5            9  2026-01-01T00:00:00Z
                quiet                                            0            0            1  -
                left out 3 late, 2 unreadable
                failed   2026-01-01T00:00:00Z in RUNNING: a processor has thrown""", shown(answer("null"), null));
    }

    /** Of the answer that is tried here, names are those of the record that the service writes. */
    @Test
    void shouldReadAStatusAsItIsServed() throws Exception {
        requireNames(answer(RESTORE).get("status"), ApplicationStatus.class);
    }

    private static void requireNames(JsonNode object, Class<?> type) {
        Set<String> names = new TreeSet<>();
        for (RecordComponent component : type.getRecordComponents()) {
            String name = component.getType() == Duration.class ? component.getName() + "Seconds" : component.getName();
            names.add(name);
            JsonNode value = object.path(name);
            if (component.getGenericType() instanceof ParameterizedType list) {
                value.forEach(each -> requireNames(each, (Class<?>) list.getActualTypeArguments()[0]));
            } else if (value.isObject()) {
                requireNames(value, component.getType());
            }
        }
        Set<String> tried = new TreeSet<>();
        object.fieldNames().forEachRemaining(tried::add);
        assertEquals(names, tried, type::getSimpleName);
    }

    @Test
    void shouldShowHowLongARestoreGoesOn() throws Exception {
        String shown = shown(answer(RESTORE), null);
        assertTrue(shown.contains("""
                        restore  40 of 100 offsets left, 20 a second, 2.0 s more
                        store                                    partitions         left      records
                        counts                                          1/4           40           60
                        """), shown);
    }

    @Test
    void shouldShowRatesFromTheSecondPageOn() throws Exception {
        JsonNode now = answer("null");
        JsonNode before = new ObjectMapper().readTree(now.toString().replace("\"records\":5000", "\"records\":4000"));
        assertTrue(shown(now, before).contains("5000        500  3.0 s"), shown(now, before));
        assertTrue(shown(before, now).contains("4000          -  3.0 s"), "a restart begins anew");
    }

    @Test
    void shouldShowWhatItKnowsOfAnAnswerOfAnotherVersion() throws Exception {
        List<Line> lines =
                StatusPage.lines(new ObjectMapper().readTree("{\"status\":{}}"), null, Duration.ofSeconds(2));
        assertEquals(Line.Kind.BAD, lines.get(1).kind());
    }

    @Test
    void shouldSendNothingToTheTerminalThatItObeys() {
        assertEquals("key ?[2Jä😀?", new Line(Line.Kind.PLAIN, "key \u001b[2Jä😀\u202e").text());
    }
}
