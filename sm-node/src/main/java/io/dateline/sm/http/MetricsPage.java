package io.dateline.sm.http;

import akka.http.javadsl.model.ContentType;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpResponse;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.nio.charset.StandardCharsets;

/**
 * {@code /metrics}: what the {@link StatusBoard} says, read anew for every answer, and the JVM's
 * memory and garbage collections, in Prometheus's text format. To be made when a client asks: what
 * it needs takes longer to load than a node that starts has time.
 */
final class MetricsPage {
  private final ContentType textFormat =
      ContentTypes.parse("text/plain; version=0.0.4; charset=utf-8");
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  MetricsPage(StatusBoard board, HttpCounters http) {
    registry
        .getPrometheusRegistry()
        .register(() -> board.status().map(StatusMetrics::of).orElseGet(MetricSnapshots::of));
    registry.getPrometheusRegistry().register(() -> StatusMetrics.of(http));
    registry
        .getPrometheusRegistry()
        .register(() -> StatusMetrics.ofViolations(board.violations().all()));
    registry
        .getPrometheusRegistry()
        .register(() -> board.traps().map(StatusMetrics::ofTraps).orElseGet(MetricSnapshots::of));
    new JvmMemoryMetrics().bindTo(registry);
    new JvmGcMetrics().bindTo(registry); // counts from now on, until the process ends
  }

  String text() {
    return registry.scrape();
  }

  HttpResponse answer() {
    return HttpResponse.create()
        .withEntity(HttpEntities.create(textFormat, text().getBytes(StandardCharsets.UTF_8)));
  }
}
