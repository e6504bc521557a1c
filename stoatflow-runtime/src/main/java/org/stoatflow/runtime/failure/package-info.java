/** What failures mean: whether brokers answer, how often to start again, and what users are told. */
package org.stoatflow.runtime.failure;
