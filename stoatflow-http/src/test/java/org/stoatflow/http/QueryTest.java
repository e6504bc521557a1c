package org.stoatflow.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QueryTest {
    private static final Scrape SCRAPE = Scrape.of("""
            # HELP served_total what is served
            # TYPE served_total counter
            served_total{application="orders",reason="late"} 1.0
            served_total{application="orders",reason="a \\"quoted\\" one"} 0.0
            plain 2.0E9
            """);

    private static List<String> unserved(String query) {
        return Query.of(query).unserved(SCRAPE);
    }

    @Test
    void shouldFindTheMetricsOfAQuery() {
        String query = "sum by (x) (rate(a_b{y=\"z and w\"}[5m])) / ignoring(x) c > 1e9 and max(d:e) < +Inf";
        assertEquals(Set.of("a_b", "c", "d:e"), Query.of(query).metrics());
        assertEquals(
                Set.of("count_of"),
                Query.of("sum(max_over_time(count_of[1h:15s])) == bool 1").metrics());
    }

    @Test
    void shouldTakeWhatIsServed() {
        assertEquals(List.of(), unserved("sum by (application) (rate(served_total{reason=~\"late|a.*\"}[5m]))"));
        assertEquals(List.of(), unserved("plain{instance=\"any\"} / 2"));
        assertEquals(List.of(), unserved("served_total{application=~\"$application\", reason!=\"never\"}"));
        assertTrue(Query.of("plain").mayAnswerWith("instance", SCRAPE));
    }

    @Test
    void shouldNameWhatIsNot() {
        assertEquals(List.of("gone"), unserved("rate(gone{application=\"orders\"}[1m])"));
        assertEquals(List.of("served_total{stage}"), unserved("served_total{stage=\"1\"}"));
        assertEquals(List.of("served_total{reason=\"early\"}"), unserved("served_total{reason=~\"late|early\"}"));
        assertEquals(List.of("plain by application"), unserved("sum by (application) (plain)"));
        assertEquals(List.of("no metric"), unserved("1 + 1"));
        assertFalse(Query.of("plain").mayAnswerWith("application", SCRAPE));
    }
}
