/** Membership in the consumer group: who is the owner, and what is planned with. */
package org.stoatflow.runtime.group;
