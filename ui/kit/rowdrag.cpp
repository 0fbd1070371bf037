#include "ui/kit/rowdrag.h"

#include "models/values/format.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QDateTime>
#include <QDir>
#include <QDrag>
#include <QFile>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QTemporaryDir>
#include <QUrl>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// The files that were dragged out of this process. A file manager copies after the drop, so they
/// stay for a while.
class DraggedFiles final
{
public:
    static DraggedFiles &instance()
    {
        static std::unique_ptr<DraggedFiles> files;
        if (!files) {
            files = std::make_unique<DraggedFiles>();
            qAddPostRoutine([] { files.reset(); });
        }
        return *files;
    }

    /// @returns where it is; empty: it could not be written.
    QString write(const QString &name, const QByteArray &content)
    {
        if (!m_folder.isValid())
            return {};
        while (m_paths.size() >= RowDrag::kMostFiles)
            QFile::remove(m_paths.takeFirst());
        // No name twice: somebody may still mean the file that had it.
        m_same = name == m_name ? m_same + 1 : 1;
        m_name = name;
        const QString path = m_folder.filePath(
            m_same == 1 ? name + ".ndjson"_L1 : u"%1-%2.ndjson"_s.arg(name).arg(m_same));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly))
            return {};
        const bool isWritten = file.write(content) == content.size() && file.flush();
        if (!isWritten) {
            file.remove();
            return {};
        }
        m_paths << path;
        return path;
    }

private:
    QTemporaryDir m_folder{QDir::tempPath() + "/yardmaster-rows-XXXXXX"_L1}; // mode 0700
    QStringList m_paths;
    QString m_name; // the last one, and how many had it
    int m_same = 0;
};

/// Text at once, and a file as soon as somebody asks for one.
class DraggedRows final : public QMimeData
{
public:
    DraggedRows(const CopiedRows &rows, QString name)
        : m_name(std::move(name))
        , m_content(textOf(rows, RowFormat::Ndjson).toUtf8())
    {
        setText(textOf(rows, RowFormat::Rows));
    }

    [[nodiscard]] QStringList formats() const override
    {
        return QMimeData::formats() << u"text/uri-list"_s;
    }
    [[nodiscard]] bool hasFormat(const QString &format) const override
    {
        return formats().contains(format);
    }

protected:
    [[nodiscard]] QVariant retrieveData(const QString &format, QMetaType type) const override
    {
        if (format != "text/uri-list"_L1)
            return QMimeData::retrieveData(format, type);
        if (m_path.isNull())
            m_path = DraggedFiles::instance().write(m_name, m_content);
        if (m_path.isEmpty())
            return {};
        const QUrl url = QUrl::fromLocalFile(m_path);
        if (type.id() == QMetaType::QByteArray)
            return url.toEncoded() + "\r\n";
        return QVariantList{url};
    }

private:
    const QString m_name;
    const QByteArray m_content;
    mutable QString m_path; // null: not written yet
};

/// What hangs on the pointer: how many rows.
QPixmap pictureOf(const QWidget &widget, qsizetype rows)
{
    const QString text = RowDrag::tr("%1 rows", nullptr, pluralOf(rows)).arg(formatNumber(rows));
    const QSize size = widget.fontMetrics().size(Qt::TextSingleLine, text) + QSize(16, 8);
    const double ratio = widget.devicePixelRatioF();
    QPixmap picture(size * ratio);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(widget.palette().color(QPalette::Highlight));
    painter.drawRoundedRect(QRect({}, size), 4, 4);
    painter.setFont(widget.font());
    painter.setPen(widget.palette().color(QPalette::HighlightedText));
    painter.drawText(QRect({}, size), int(Qt::AlignCenter), text);
    return picture;
}

} // namespace

RowDrag::RowDrag(QAbstractItemView *view, const QString &name, Rows rows)
    : QObject(view)
    , m_view(view)
    , m_name(name)
    , m_rows(std::move(rows))
{
    view->viewport()->installEventFilter(this);
}

bool RowDrag::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::MouseButtonPress: {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        const bool isPlain
            = mouse->button() == Qt::LeftButton && mouse->modifiers() == Qt::NoModifier;
        m_place = mouse->position().toPoint();
        m_pressed = isPlain ? m_view->indexAt(m_place) : QModelIndex();
        break;
    }
    case QEvent::MouseMove: {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        if (!mouse->buttons().testFlag(Qt::LeftButton) || !m_pressed.isValid())
            break;
        if ((mouse->position().toPoint() - m_place).manhattanLength()
            >= QApplication::startDragDistance())
            begin();
        return true; // the view would move its current row
    }
    case QEvent::MouseButtonRelease:
        m_pressed = QModelIndex();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

void RowDrag::begin()
{
    const CopiedRows rows = m_rows(m_pressed);
    m_pressed = QModelIndex();
    if (rows.rows.isEmpty())
        return;
    const QString stamp = QDateTime::currentDateTime().toString(u"yyyyMMdd-HHmmss"_s);
    auto data = std::make_unique<DraggedRows>(rows, m_name + u'-' + stamp);
    if (m_run)
        return m_run(std::move(data));
    auto *drag = new QDrag(m_view); // deletes itself
    drag->setMimeData(data.release());
    drag->setPixmap(pictureOf(*m_view, rows.rows.size()));
    // Qt has no other way to drag than one with an event loop of its own.
    drag->exec(Qt::CopyAction);
}

} // namespace yardmaster
