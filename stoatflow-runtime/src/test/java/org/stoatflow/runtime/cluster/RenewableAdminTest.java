package org.stoatflow.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

class RenewableAdminTest {
    private final List<String> closed = new ArrayList<>();
    private final Admin first = admin("first");

    @Test
    void shouldGoOnWithAnotherAndCloseTheOneBefore() {
        RenewableAdmin admin = new RenewableAdmin(first, number -> admin("number " + number), ClientCloser.HERE);
        admin.renew();
        admin.renew();
        assertEquals(List.of("first", "number 1"), closed);
        admin.close(Duration.ZERO);
        assertEquals(List.of("first", "number 1", "number 2"), closed);
    }

    @Test
    void shouldKeepTheOnlyOneThatASupplierHas() {
        RenewableAdmin admin = RenewableAdmin.of(first);
        admin.renew();
        assertSame(first, admin.current());
        assertEquals(List.of(), closed);
    }

    @Test
    void shouldKeepTheOneBeforeWhereNoneCanBeMade() {
        RenewableAdmin admin = new RenewableAdmin(
                first,
                number -> {
                    throw new KafkaException("no resolvable address");
                },
                ClientCloser.HERE);
        admin.renew();
        assertSame(first, admin.current());
        assertEquals(List.of(), closed);
    }

    private Admin admin(String name) {
        return (Admin) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, arguments) -> {
                    closed.add(name);
                    return null;
                });
    }
}
