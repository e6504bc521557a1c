package org.stoatflow.restore;

import java.time.Duration;

/** Settings without a buffer: each poll is written, and told, at once. */
final class Unbuffered {
    static final RestoreSettings SETTINGS = new RestoreSettings(
            "test restore",
            2,
            Duration.ofMillis(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            RestoreMode.WRITE_BATCH,
            1);

    private Unbuffered() {}
}
