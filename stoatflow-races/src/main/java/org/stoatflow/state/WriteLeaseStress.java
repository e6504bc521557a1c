package org.stoatflow.state;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.stoatflow.races.Stub;

/**
 * A run ends for its successor while its committer writes. The committer writes a plain field, as the memory of a state
 * engine is.
 */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "written before the end, and seen by the successor")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "refused")
@Outcome(id = "-1, 1", expect = Expect.ACCEPTABLE, desc = "not over yet, since it is being written")
@Outcome(id = "0, 1", expect = Expect.FORBIDDEN, desc = "written after it was over for the successor")
@Outcome(expect = Expect.FORBIDDEN, desc = "cannot be")
@State
public class WriteLeaseStress {
    private int written;
    private final WriteLease earlier = new WriteLease(Stub.of(StateEngine.class, (method, arguments) -> {
        written = 1;
        return null;
    }));

    @Actor
    public void leftBehind() {
        try {
            earlier.apply(new StateBatch(0));
        } catch (IllegalStateException refused) {
            // the write came after the end of the lease
        }
    }

    @Actor
    public void next(II_Result result) {
        result.r1 = earlier.end() ? written : -1;
    }

    @Arbiter
    public void look(II_Result result) {
        result.r2 = written;
    }
}
