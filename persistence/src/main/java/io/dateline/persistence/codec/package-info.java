/** How journaled values and messages between nodes become bytes: Kryo behind Akka's serializers. */
package io.dateline.persistence.codec;
