package org.stoatflow.runtime.metrics;

import java.util.function.Supplier;
import org.apache.kafka.common.metrics.Sensor;
import org.stoatflow.kernel.counters.EndToEndTimes;

/** Records how old records were since the last sample, if any were looked at. Owner: the dispatcher's thread. */
final class AgeSensors implements GrowthSensor {
    private final Sensor average;
    private final Sensor least;
    private final Sensor most;
    private final Supplier<EndToEndTimes.Age> taken;
    private EndToEndTimes.Age last;

    AgeSensors(Sensor average, Sensor least, Sensor most, Supplier<EndToEndTimes.Age> taken) {
        this.average = average;
        this.least = least;
        this.most = most;
        this.taken = taken;
        this.last = taken.get();
    }

    @Override
    public void sample() {
        EndToEndTimes.Age now = taken.get();
        long samples = now.samples() - last.samples();
        if (samples > 0) {
            average.record((now.sumMs() - last.sumMs()) / (double) samples);
            last = now; // else a sum that was read before its number would be of no window
        }
        if (now.hasExtremes()) {
            least.record((double) now.leastMs());
            most.record((double) now.mostMs());
        }
    }
}
