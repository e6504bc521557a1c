package org.stoatflow.relocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RenamingTest {
    private final Renaming renaming = new Renaming("a.b", "c.d.e");

    @Test
    void shouldRenameWithDotsAndWithSlashes() {
        assertEquals("c.d.e.Type", renaming.in("a.b.Type"));
        assertEquals("(Lc/d/e/x/Type;I)Lc/d/e/Other;", renaming.in("(La/b/x/Type;I)La/b/Other;"));
        assertEquals("META-INF/services/c.d.e.Spi", renaming.in("META-INF/services/a.b.Spi"));
    }

    @Test
    void shouldRenamePackageItself() {
        assertEquals("c.d.e", renaming.in("a.b"));
        assertEquals("resources of c/d/e and more", renaming.in("resources of a/b and more"));
    }

    @Test
    void shouldLeavePackagesThatBeginAlike() {
        assertEquals("a.bc.Type a.b_c a/b$c", renaming.in("a.bc.Type a.b_c a/b$c"));
        assertFalse(renaming.touches("a.bc.Type"));
    }

    @Test
    void shouldSayWhetherTextNamesPackage() {
        assertTrue(renaming.touches("see a.b.Type"));
        assertTrue(renaming.touches("[La/b/Type;"));
        assertFalse(renaming.touches("c.d.e.Type"));
    }
}
