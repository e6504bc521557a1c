package org.stoatflow.runtime.cluster;

import java.time.Duration;
import java.util.function.IntFunction;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The admin client of an application. It is made anew where it does not answer: its thread may have ended, and its
 * requests then have no time-out either.
 *
 * <p>Threads: the dispatcher's renews it; any thread uses the current one, and closes it at the end.
 */
public final class RenewableAdmin {
    private static final Logger LOG = LoggerFactory.getLogger(RenewableAdmin.class);
    private static final Duration END_WAIT = Duration.ofSeconds(5);

    private final IntFunction<Admin> maker;
    private final ClientCloser closer;

    /**
     * Shared. Written by: the dispatcher's thread. Read by: any thread that asks the cluster. Safe: volatile, one
     * writer; a request to the client before fails or is not answered. Proof: SharedFieldsTest.
     */
    private volatile Admin current;

    private int made; // the dispatcher's thread only

    /** @param maker makes another one, which is the first, second, and so on after {@code first} */
    public RenewableAdmin(Admin first, IntFunction<Admin> maker, ClientCloser closer) {
        this.current = first;
        this.maker = maker;
        this.closer = closer;
    }

    /** One that is never renewed. */
    public static RenewableAdmin of(Admin only) {
        return new RenewableAdmin(only, any -> only, ClientCloser.HERE);
    }

    /** The client to ask now. Any thread. */
    public Admin current() {
        return current;
    }

    /** Makes another client, and closes this one. Where that is not possible now, this one stays. */
    @SuppressWarnings("ReferenceEquality") // closing one would close the other
    public void renew() {
        Admin old = current;
        Admin next;
        try {
            next = maker.apply(made + 1);
        } catch (RuntimeException unmade) { // such as a name that cannot be resolved now
            LOG.warn("The admin client cannot be made anew; the one before stays", unmade);
            return;
        }
        if (next == old) { // a supplier may have one client only
            return;
        }
        made++;
        current = next;
        close(old, Duration.ZERO);
    }

    /** Closes the client, and waits so long for open requests. */
    public void close(Duration within) {
        close(current, within);
    }

    private void close(Admin client, Duration within) {
        closer.close("admin client", within.plus(END_WAIT), () -> client.close(within));
    }
}
