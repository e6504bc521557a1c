package org.stoatflow.tools.reset;

import java.net.InetAddress;
import java.util.List;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.apache.kafka.server.authorizer.Action;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.apache.kafka.server.authorizer.AuthorizationResult;

/**
 * Kafka's authorizer, for which each client whose id begins with {@value RecordingAuthorizer#CLIENTS} is user {@value
 * #USER}. Runs in the broker's JVM; usable from any thread.
 */
public final class ClientsAuthorizer extends StandardAuthorizer {
    static final String USER = "application";

    /** For the broker. */
    public ClientsAuthorizer() {}

    @Override
    public List<AuthorizationResult> authorize(AuthorizableRequestContext requestContext, List<Action> actions) {
        return super.authorize(ofUser(requestContext), actions);
    }

    @Override
    public AuthorizationResult authorizeByResourceType(
            AuthorizableRequestContext requestContext, AclOperation operation, ResourceType resourceType) {
        return super.authorizeByResourceType(ofUser(requestContext), operation, resourceType);
    }

    private static AuthorizableRequestContext ofUser(AuthorizableRequestContext request) {
        return request.clientId().startsWith(RecordingAuthorizer.CLIENTS) ? new OfUser(request) : request;
    }

    private record OfUser(AuthorizableRequestContext request) implements AuthorizableRequestContext {
        @Override
        public KafkaPrincipal principal() {
            return new KafkaPrincipal(KafkaPrincipal.USER_TYPE, USER);
        }

        @Override
        public String listenerName() {
            return request.listenerName();
        }

        @Override
        public SecurityProtocol securityProtocol() {
            return request.securityProtocol();
        }

        @Override
        public InetAddress clientAddress() {
            return request.clientAddress();
        }

        @Override
        public int requestType() {
            return request.requestType();
        }

        @Override
        public int requestVersion() {
            return request.requestVersion();
        }

        @Override
        public String clientId() {
            return request.clientId();
        }

        @Override
        public int correlationId() {
            return request.correlationId();
        }
    }
}
