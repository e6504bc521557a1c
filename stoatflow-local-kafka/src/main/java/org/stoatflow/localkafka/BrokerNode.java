package org.stoatflow.localkafka;

import java.nio.file.Path;

/**
 * One node's place: what stays the same over its restarts.
 *
 * @param id node id, from 1
 * @param port where clients connect
 * @param controllerPort where controllers and brokers connect, on controllers
 * @param controller whether this node is a controller too
 * @param folder holds its settings, its data and its log
 */
record BrokerNode(int id, int port, int controllerPort, boolean controller, Path folder) {

    String address() {
        return Ports.HOST + ":" + port;
    }

    String voter() {
        return id + "@" + Ports.HOST + ":" + controllerPort;
    }

    Path settingsFile() {
        return folder.resolve("server.properties");
    }

    Path dataFolder() {
        return folder.resolve("data");
    }

    BrokerLog log() {
        return new BrokerLog(folder.resolve("broker.log"));
    }
}
