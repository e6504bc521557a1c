package org.stoatflow.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.stoatflow.tidy.Sources.found;
import static org.stoatflow.tidy.Sources.path;
import static org.stoatflow.tidy.Sources.project;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules about whole files. */
class FilesTest {
    @Test
    void shouldFindEmptyFilesOddNamesAndLongPaths() {
        String longPath = "x/" + "y".repeat(60);
        Project project = project(
                path("x.Thing"),
                "class Thing {}",
                "x/empty",
                "",
                "x/a b",
                "text",
                "x/\u00e9",
                "text",
                longPath,
                "text");
        assertEquals(List.of("x/a b 0", "x/empty 0", longPath + " 0", "x/\u00e9 0"), found(new FileNames(60), project));
    }

    @Test
    void shouldFindATypeThatNothingElseNames() {
        Project project = project(
                path("x.Used"),
                "package org.stoatflow.x;\nclass Used {}\n",
                path("x.Dead"),
                "package org.stoatflow.x;\nclass Dead { Used used; Dead dead; }\n",
                path("x.Main"),
                "package org.stoatflow.x;\nclass Main {}\n",
                "stoatflow",
                "run | org.stoatflow.x.Main");
        assertEquals(List.of(path("x.Dead") + " 0"), found(new DeadFiles(), project));
    }
}
