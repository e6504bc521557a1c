/** What users declare of their processors. */
package org.stoatflow.processor;
