package org.stoatflow.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.stoatflow.tidy.Sources.found;
import static org.stoatflow.tidy.Sources.path;
import static org.stoatflow.tidy.Sources.project;
import static org.stoatflow.tidy.Sources.thing;

import java.util.List;
import org.junit.jupiter.api.Test;

class CauseWalksTest {
    private static final String LOOP = "void f(Throwable t) { while (t != null) { t = t.getCause(); } }";

    @Test
    void shouldFindWhoeverWalksAlongCauses() {
        assertEquals(List.of("org.stoatflow.x.Thing 0"), found(new CauseWalks(), thing(LOOP)));
        assertEquals(
                List.of("org.stoatflow.x.Thing 0"),
                found(new CauseWalks(), thing("Object f(Throwable t) { return iterate(t, Throwable::getCause); }")));
    }

    @Test
    void shouldLetOneCauseBeReadAndTheOneClassWalk() {
        assertEquals(List.of(), found(new CauseWalks(), thing("Object f(Throwable t) { return t.getCause(); }")));
        String walker = "package org.stoatflow.spi;\nclass Causes {\n" + LOOP + "\n}\n";
        assertEquals(List.of(), found(new CauseWalks(), project(path("spi.Causes"), walker)));
    }
}
