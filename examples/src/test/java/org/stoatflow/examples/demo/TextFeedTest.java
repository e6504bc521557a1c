package org.stoatflow.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.serialization.VoidSerializer;
import org.junit.jupiter.api.Test;

class TextFeedTest {
    private static final int RATE = 1_000;
    private static final long LINE_NS = 1_000_000;

    private final MockProducer<Void, String> producer =
            new MockProducer<>(true, new RoundRobinPartitioner(), new VoidSerializer(), new StringSerializer());
    private final List<String> vocabulary = Vocabulary.words();
    private final Tally tally = new Tally(vocabulary);
    private final DemoClock clock = new DemoClock();
    private final TextFeed feed = new TextFeed(producer, new Text(1, vocabulary), tally, clock, RATE);
    private final Slots slots = new Slots(System.nanoTime(), RATE);

    @Test
    void shouldSendLinesWhenTheyAreDue() {
        assertEquals(1, feed.doWork(slots, slots.startNs()));
        assertEquals(0, feed.doWork(slots, slots.startNs() + LINE_NS - 1));
        assertEquals(1, feed.doWork(slots, slots.startNs() + LINE_NS));
        assertEquals(2, producer.history().size());
    }

    @Test
    void shouldKeepTheSlotsOfLateLines() throws DemoFailure {
        assertEquals(101, feed.doWork(slots, slots.startNs() + 100 * LINE_NS));
        for (int line = 0; line < 101; line++) {
            ProducerRecord<Void, String> sent = producer.history().get(line);
            long slotMicros = clock.epochMicros(slots.startNs() + line * LINE_NS);
            assertEquals(slotMicros, SlotHeader.micros(sent.headers()));
            assertEquals(slotMicros / 1_000, sent.timestamp());
            assertEquals(line % DemoTopics.PARTITIONS, sent.partition());
        }
    }

    @Test
    void shouldLookUpFromALongBacklog() {
        int sent = feed.doWork(slots, slots.startNs() + 1_000_000 * LINE_NS);
        assertEquals(1_000, sent);
    }

    @Test
    void shouldCountTheWordsThatItSends() {
        feed.doWork(slots, slots.startNs() + 500 * LINE_NS);
        Map<String, Long> counts = new HashMap<>();
        List<String> words = new ArrayList<>();
        producer.history()
                .forEach(line -> words.addAll(Arrays.asList(line.value().split(" "))));
        words.forEach(word -> counts.merge(word, 1L, Long::sum));
        assertEquals(counts, tally.counts());
        assertEquals(501, tally.lines());
        assertEquals(words.size(), tally.words());
    }

    @Test
    void shouldKeepItsRateForDays() {
        Slots odd = new Slots(5, 3);
        long dayNs = 24L * 3600 * 1_000_000_000;
        assertEquals(5 + 30 * dayNs, odd.slotNs(3L * 30 * 24 * 3600));
        assertEquals(5 + 333_333_333, odd.slotNs(1));
        assertEquals(5 + 1_666_666_666, odd.slotNs(5));
    }

    @Test
    void shouldStopAndFlush() throws Exception {
        feed.start();
        feed.stop();
        assertTrue(producer.flushed());
    }

    @Test
    void shouldFailWhereALineIsRefused() throws Exception {
        producer.sendException = new TimeoutException("no broker");
        feed.start();
        DemoFailure failure = assertThrows(DemoFailure.class, () -> {
            while (true) {
                feed.check();
                Thread.sleep(1);
            }
        });
        assertEquals("a line could not be written: no broker", failure.getMessage());
    }
}
