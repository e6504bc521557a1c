/** Runs a program. Loaded twice: with our packages, and with these renamed to those of Kafka Streams. */
@NullUnmarked // programs are written as users write them
package org.stoatflow.parity.diff.run;

import org.jspecify.annotations.NullUnmarked;
