package org.stoatflow.streams;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;

/** Checks client tags, and the list of tags by which copies of stores would be spread. */
final class ClientTags {
    private ClientTags() {}

    /**
     * Checks both.
     *
     * @throws ConfigException naming the key
     */
    static void requireValid(Map<String, String> tags, List<String> spreadBy) {
        if (tags.size() > StreamsConfig.MAX_RACK_AWARE_ASSIGNMENT_TAG_LIST_SIZE) {
            throw new ConfigException("At most " + StreamsConfig.MAX_RACK_AWARE_ASSIGNMENT_TAG_LIST_SIZE
                    + " client tags can be specified using " + StreamsConfig.CLIENT_TAG_PREFIX + " prefix.");
        }
        for (String tag : spreadBy) {
            if (tag.isEmpty() || !tags.containsKey(tag)) {
                throw new ConfigException(
                        StreamsConfig.RACK_AWARE_ASSIGNMENT_TAGS_CONFIG,
                        spreadBy,
                        "Contains invalid value [" + tag + "]"
                                + (tag.isEmpty()
                                        ? ". Tag key cannot be empty."
                                        : " which doesn't have corresponding tag set via ["
                                                + StreamsConfig.CLIENT_TAG_PREFIX + "] prefix."));
            }
        }
        tags.forEach(ClientTags::requireValid);
    }

    private static void requireValid(String key, String value) {
        if (key.isBlank()) {
            throw new ConfigException("Invalid config `client.tag.` (missing client tag key).");
        }
        String full = StreamsConfig.clientTagPrefix(key);
        if (value.isBlank()) {
            throw new ConfigException(full, "[]", "Tag value cannot be empty.");
        }
        requireShort(full, key, "Tag key", StreamsConfig.MAX_RACK_AWARE_ASSIGNMENT_TAG_KEY_LENGTH);
        requireShort(full, value, "Tag value", StreamsConfig.MAX_RACK_AWARE_ASSIGNMENT_TAG_VALUE_LENGTH);
    }

    private static void requireShort(String full, String text, String what, int lengthMax) {
        if (text.length() > lengthMax) {
            throw new ConfigException(full, text, what + " exceeds maximum length of " + lengthMax + ".");
        }
    }
}
