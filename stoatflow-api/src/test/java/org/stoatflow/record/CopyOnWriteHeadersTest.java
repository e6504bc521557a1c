package org.stoatflow.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class CopyOnWriteHeadersTest {
    private static final int STEPS = 20_000;

    private static RecordHeader header(String key, String value) {
        return new RecordHeader(key, value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldBehaveAsKafkasHeadersDo() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Headers expected = new RecordHeaders();
        CopyOnWriteHeaders actual = CopyOnWriteHeaders.NONE.own();
        for (int step = 0; step < STEPS; step++) {
            String at = "seed=" + seed + " step=" + step;
            String key = "k" + random.nextInt(4);
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    Header added = header(key, random.nextInt(5) == 0 ? null : "v" + step);
                    assertSame(expected, expected.add(added));
                    assertSame(actual, actual.add(added));
                }
                case 2 -> {
                    expected.remove(key);
                    actual.remove(key);
                }
                case 3 -> {
                    removeSome(expected, new Random(step));
                    removeSome(actual, new Random(step));
                }
                case 4 -> assertEquals(expected.lastHeader(key), actual.lastHeader(key), at);
                default -> assertEquals(listOf(expected.headers(key)), listOf(actual.headers(key)), at);
            }
            if (random.nextInt(3) == 0) {
                actual.share();
            }
            assertArrayEquals(expected.toArray(), actual.toArray(), at);
            assertEquals(listOf(expected), listOf(actual), at);
            assertEquals(actual, expected, at);
            assertEquals(expected.hashCode(), actual.hashCode(), at);
            assertEquals(expected.toString(), actual.toString(), at);
            assertEquals(expected.toArray().length == 0, actual.isEmpty(), at);
        }
    }

    private static void removeSome(Headers headers, Random random) {
        for (Iterator<Header> each = headers.iterator(); each.hasNext(); ) {
            each.next();
            if (random.nextInt(3) == 0) {
                each.remove();
            }
        }
    }

    private static List<Header> listOf(Iterable<Header> headers) {
        List<Header> all = new ArrayList<>();
        headers.forEach(all::add);
        return all;
    }

    @Test
    void shouldNotShowLaterWritesInWhatWasShared() {
        Headers came = new RecordHeaders().add(header("a", "1"));
        CopyOnWriteHeaders shared = CopyOnWriteHeaders.of(came);
        came.add(header("b", "2"));
        CopyOnWriteHeaders one = shared.own();
        CopyOnWriteHeaders other = shared.own();
        one.add(header("c", "3"));
        other.remove("a");
        CopyOnWriteHeaders before = one.share();
        one.iterator().next();
        one.remove("a");
        one.toArray()[0] = header("d", "4");

        assertEquals(List.of(header("a", "1")), listOf(shared));
        assertTrue(other.isEmpty());
        assertEquals(List.of(header("a", "1"), header("c", "3")), listOf(before));
        assertEquals(List.of(header("c", "3")), listOf(one));
    }

    @Test
    void shouldNotCopyBeforeTheFirstWrite() {
        CopyOnWriteHeaders shared = CopyOnWriteHeaders.of(new RecordHeaders().add(header("a", "1")));
        CopyOnWriteHeaders own = shared.own();

        assertSame(shared, shared.share());
        assertSame(shared, CopyOnWriteHeaders.of(shared));
        assertSame(own, own.own());
        assertSame(own.share(), own.share());
        assertSame(CopyOnWriteHeaders.NONE, CopyOnWriteHeaders.of(new RecordHeaders()));
        assertSame(CopyOnWriteHeaders.NONE, CopyOnWriteHeaders.of(null));
        assertSame(CopyOnWriteHeaders.NONE, CopyOnWriteHeaders.NONE.own().share());
    }

    @Test
    void shouldRefuseToWriteWhatIsShared() {
        CopyOnWriteHeaders shared = CopyOnWriteHeaders.of(new RecordHeaders().add(header("a", "1")));
        Iterator<Header> each = shared.iterator();
        each.next();

        assertThrows(IllegalStateException.class, () -> shared.add(header("b", "2")));
        assertThrows(IllegalStateException.class, () -> shared.remove("a"));
        assertThrows(IllegalStateException.class, each::remove);
        assertEquals(1, shared.toArray().length);
    }

    @Test
    void shouldHoldBytesOfItsOwnOnceDetached() {
        byte[] value = {1};
        CopyOnWriteHeaders headers =
                CopyOnWriteHeaders.of(new RecordHeaders().add("a", value).add(header("b", null)));
        CopyOnWriteHeaders detached = headers.detached();
        value[0] = 2;

        assertNotSame(headers, detached);
        assertArrayEquals(new byte[] {1}, detached.lastHeader("a").value());
        assertNull(detached.lastHeader("b").value());
        assertSame(CopyOnWriteHeaders.NONE, CopyOnWriteHeaders.NONE.detached());
    }

    @Test
    void shouldRefuseWhatKafkasHeadersRefuse() {
        CopyOnWriteHeaders own = CopyOnWriteHeaders.NONE.own();

        assertThrows(NullPointerException.class, () -> own.add(null));
        assertThrows(NullPointerException.class, () -> own.add(null, new byte[0]));
        assertThrows(IllegalArgumentException.class, () -> own.remove(null));
        assertThrows(IllegalArgumentException.class, () -> own.lastHeader(null));
        assertThrows(IllegalArgumentException.class, () -> own.headers(null));
        assertThrows(IllegalStateException.class, () -> own.iterator().remove());
        assertThrows(NoSuchElementException.class, () -> own.iterator().next());
        own.add(header("a", "1")).add(header("b", "2"));
        Iterator<Header> each = own.iterator();
        own.add(header("c", "3"));
        assertThrows(ConcurrentModificationException.class, each::next);
    }
}
