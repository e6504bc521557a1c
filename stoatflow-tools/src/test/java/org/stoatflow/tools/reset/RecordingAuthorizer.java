package org.stoatflow.tools.reset;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.Endpoint;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.server.authorizer.AclCreateResult;
import org.apache.kafka.server.authorizer.AclDeleteResult;
import org.apache.kafka.server.authorizer.Action;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.apache.kafka.server.authorizer.AuthorizationResult;
import org.apache.kafka.server.authorizer.Authorizer;
import org.apache.kafka.server.authorizer.AuthorizerServerInfo;

/**
 * Allows all but what is for all topics at once, and writes a line where a client is asked for a right for the first
 * time: its id, the operation, the type of the resource and its name. Runs in the broker's JVM; usable from any thread.
 */
public final class RecordingAuthorizer implements Authorizer {
    static final String FILE = "stoatflow.recorded.file";

    /** What the ids of the clients begin with that are looked at. */
    static final String CLIENTS = "rights-";

    private final Set<String> written = ConcurrentHashMap.newKeySet();
    private volatile Path file = Path.of("");

    /** For the broker. */
    public RecordingAuthorizer() {}

    @Override
    public void configure(Map<String, ?> configs) {
        file = Path.of((String) configs.get(FILE));
    }

    @Override
    public Map<Endpoint, ? extends CompletionStage<Void>> start(AuthorizerServerInfo serverInfo) {
        return Map.of();
    }

    @Override
    public List<AuthorizationResult> authorize(AuthorizableRequestContext requestContext, List<Action> actions) {
        for (Action action : actions) {
            if (!action.logIfAllowed() && !action.logIfDenied()) {
                continue; // the broker lists what a client might do, and nothing depends on it
            }
            if (isOnWholeCluster(requestContext.clientId(), action)) {
                continue;
            }
            write(requestContext.clientId() + " " + action.operation() + " "
                    + action.resourcePattern().resourceType() + " "
                    + action.resourcePattern().name());
        }
        return actions.stream()
                .map(action -> isOnWholeCluster(requestContext.clientId(), action)
                        ? AuthorizationResult.DENIED
                        : AuthorizationResult.ALLOWED)
                .toList();
    }

    /** Rights on all topics at once, for which the broker asks first. It is denied, and asks for each topic. */
    private static boolean isOnWholeCluster(String client, Action action) {
        return client.startsWith(CLIENTS)
                && action.resourcePattern().resourceType() == ResourceType.CLUSTER
                && (action.operation() == AclOperation.CREATE || action.operation() == AclOperation.DELETE);
    }

    private void write(String line) {
        if (written.add(line)) {
            try {
                Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    @Override
    public List<? extends CompletionStage<AclCreateResult>> createAcls(
            AuthorizableRequestContext requestContext, List<AclBinding> bindings) {
        return bindings.stream()
                .map(binding -> CompletableFuture.completedFuture(AclCreateResult.SUCCESS))
                .toList();
    }

    @Override
    public List<? extends CompletionStage<AclDeleteResult>> deleteAcls(
            AuthorizableRequestContext requestContext, List<AclBindingFilter> filters) {
        return List.of();
    }

    @Override
    public Iterable<AclBinding> acls(AclBindingFilter filter) {
        return List.of();
    }

    @Override
    public void close() {}
}
