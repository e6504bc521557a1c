package org.stoatflow.bench.role;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;

/**
 * How clients reach the brokers.
 *
 * @param settings their addresses, and whatever else any client needs, such as credentials
 */
public record BrokerAccess(Map<String, String> settings) {
    public BrokerAccess {
        settings = Map.copyOf(settings);
    }

    /** Of brokers that ask for nothing. */
    public static BrokerAccess at(String bootstrapServers) {
        return new BrokerAccess(Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
    }

    /** Of variables BOOTSTRAP_SERVERS and CLIENT. */
    static BrokerAccess of(Map<String, String> environment) throws RoleFailure {
        Map<String, String> settings = new HashMap<>();
        Optional<String> file = Variable.CLIENT.in(environment);
        if (file.isPresent()) {
            Properties read = read(file.get());
            read.stringPropertyNames().forEach(name -> settings.put(name, read.getProperty(name)));
        }
        settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, Variable.BOOTSTRAP_SERVERS.of(environment));
        return new BrokerAccess(settings);
    }

    /** Settings of a client that has some of its own. */
    Map<String, Object> with(Map<String, Object> own) {
        Map<String, Object> all = new HashMap<>(settings);
        all.putAll(own);
        return all;
    }

    Admin admin() {
        return Admin.create(with(Map.of()));
    }

    /** A file in the format of Java's properties. */
    static Properties read(String file) throws RoleFailure {
        Properties settings = new Properties();
        try (Reader text = Files.newBufferedReader(Path.of(file))) {
            settings.load(text);
            return settings;
        } catch (IOException failure) {
            throw new RoleFailure("the settings in " + file + " cannot be read: " + failure, failure);
        }
    }
}
