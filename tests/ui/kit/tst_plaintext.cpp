#include "models/tables/rowsmodel.h"
#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/label.h"
#include "ui/kit/messagebox.h"
#include "ui/kit/tablesetup.h"

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>

#include <sys/stat.h>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

struct ForeignRow
{
    qint64 id = 0;
    QString text;
    bool operator==(const ForeignRow &) const = default;
};

class ForeignRows final : public RowsModel<ForeignRow, &ForeignRow::id>
{
public:
    explicit ForeignRows(const QString &text)
    {
        setColumns({{.id = "text"_L1,
                     .title = text,
                     .text = [](const ForeignRow &row) { return row.text; },
                     .widest = u"wide"_s},
                    {.id = "rest"_L1, .title = u"rest"_s, .text = [](const ForeignRow &row) {
                         return QString::number(row.id);
                     }}});
        merge({{1, text}});
    }
};

} // namespace

/// Text that looks like markup: if something took it for some, this test would read a pipe that
/// nobody writes to, and never end.
class TestPlainText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup() { QToolTip::hideText(); }
    void labelsShowMarkup();
    void labelsShowWhatIsInvisible();
    void lineEditsMarkWhatIsInvisible();
    void longTextIsCut();
    void markupIsOurs();
    void toolTipsHaveNoMarkup();
    void toolTipsOfWidgetsArePlain();
    void toolTipsOfLabelsThatAreCutArePlain();
    void toolTipsOfCellsAndHeadersArePlain();
    void toolTipsShownInOtherWaysArePlain();
    void hugeToolTipsAreCut();
    void messageBoxesArePlain();

private:
    /// What is shown after the pointer has rested there.
    static QLabel *toolTipAt(QWidget *widget, const QPoint &at)
    {
        QHelpEvent event(QEvent::ToolTip, at, widget->mapToGlobal(at));
        QApplication::sendEvent(widget, &event);
        const auto widgets = QApplication::topLevelWidgets();
        for (QWidget *each : widgets) {
            if (each->inherits("QTipLabel") && each->isVisible())
                return static_cast<QLabel *>(each);
        }
        return nullptr;
    }
    void verify(const QLabel *tip) const
    {
        QVERIFY(tip);
        QCOMPARE(tip->textFormat(), Qt::PlainText);
        QString text = tip->text();
        QVERIFY2(text.remove(u'\n').contains(m_markup.left(40)), qPrintable(text));
        QVERIFY2(text.contains(u"\\u202e"_s), qPrintable(text));
    }

    QTemporaryDir m_folder;
    Theme m_theme;
    QString m_markup; // also with an override
};

void TestPlainText::initTestCase()
{
    const QString pipe = m_folder.filePath(u"p"_s);
    QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    m_markup = u"<b>x</b><img src=\"%1\"><table background=\"%1\"></table>\u202e"_s.arg(pipe);
    QVERIFY(Qt::mightBeRichText(m_markup));
}

void TestPlainText::labelsShowMarkup()
{
    Label label(m_markup);
    QVERIFY(label.sizeHint().isValid());
    QVERIFY(label.text().startsWith(u"<b>x</b>"_s));
    QCOMPARE(label.textFormat(), Qt::PlainText);
    label.setBreakableText(m_markup);
    QCOMPARE(label.textFormat(), Qt::PlainText);
    ElidedLabel elided(Qt::ElideRight);
    elided.setText(m_markup);
    QCOMPARE(elided.textFormat(), Qt::PlainText);
}

void TestPlainText::labelsShowWhatIsInvisible()
{
    Label label;
    label.setText(u"a\u202eb\u001bc"_s);
    QCOMPARE(label.text(), u"a\\u202eb\\u001bc"_s);
    label.setBreakableText(QString(50, u'x') + u'\u202e');
    QCOMPARE(label.text(), QString(40, u'x') + QChar(0x200b) + QString(10, u'x') + u"\\u202e"_s);
}

/// A line edit shows its text as it is, since it is used as it is.
void TestPlainText::lineEditsMarkWhatIsInvisible()
{
    QLineEdit edit(u"pay\u202elrl"_s);
    edit.setAccessibleDescription(u"which"_s);
    edit.show();
    QVERIFY(QTest::qWaitForWindowExposed(&edit));
    const auto mark = [&edit] { return edit.findChild<QAction *>(u"invisibleMark"_s); };
    QVERIFY(mark() && mark()->toolTip().contains(u"pay\\u202elrl"_s));
    QVERIFY(edit.accessibleDescription().contains(u"pay\\u202elrl"_s));
    edit.setText(u"pay"_s);
    QVERIFY(!mark());
    QCOMPARE(edit.accessibleDescription(), u"which"_s);
    edit.insert(u"\u2066"_s); // as from the clipboard
    QVERIFY(mark());
    QLineEdit password(u"pay\u202elrl"_s);
    password.setEchoMode(QLineEdit::Password);
    password.show();
    QVERIFY(!password.findChild<QAction *>(u"invisibleMark"_s));
}

void TestPlainText::longTextIsCut()
{
    Label label;
    label.setText(QString(1000000, u'x'));
    QVERIFY(label.text().size() < 3000);
    QVERIFY(label.text().endsWith(u'…'));
}

void TestPlainText::markupIsOurs()
{
    Label label;
    label.setMarkup(u"<b>%1</b>"_s.arg(markupOf(m_markup)));
    QVERIFY(label.sizeHint().isValid());
    QVERIFY(label.text().contains(u"&lt;img"_s));
    QVERIFY(!label.text().contains(u'\u202e'));
    label.setText(m_markup); // plain again
    QCOMPARE(label.textFormat(), Qt::PlainText);
}

/// With markup that reads nothing: the tests below hang where it is taken for some.
void TestPlainText::toolTipsHaveNoMarkup()
{
    QPushButton button;
    button.setToolTip(u"<b>x</b>"_s);
    button.show();
    const QLabel *tip = toolTipAt(&button, {5, 5});
    QVERIFY(tip);
    QCOMPARE(tip->text(), u"<b>x</b>"_s);
    QCOMPARE(tip->textFormat(), Qt::PlainText);
}

void TestPlainText::toolTipsOfWidgetsArePlain()
{
    QPushButton button;
    button.setToolTip(m_markup);
    button.show();
    verify(toolTipAt(&button, {5, 5}));
    QVERIFY(!button.toolTip().contains(u'\u202e')); // as screen readers get it
}

void TestPlainText::toolTipsOfLabelsThatAreCutArePlain()
{
    ElidedLabel label(Qt::ElideRight);
    label.setText(m_markup);
    label.resize(20, 20);
    label.show();
    verify(toolTipAt(&label, {5, 5}));
}

void TestPlainText::toolTipsOfCellsAndHeadersArePlain()
{
    ForeignRows rows(m_markup);
    const QString shown = rows.index(0, 0).data().toString();
    QVERIFY(!shown.contains(u'\u202e') && shown.contains(u"\\u202e"_s));
    QCOMPARE(rows.index(0, 0).data(RawValueRole).toString(), m_markup);
    QTableView table;
    table.setModel(&rows);
    setUpTable(&table, u"rows"_s);
    table.resize(300, 200);
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    verify(toolTipAt(table.viewport(), table.visualRect(rows.index(0, 0)).center()));
    table.setModel(nullptr);
}

void TestPlainText::toolTipsShownInOtherWaysArePlain()
{
    QWidget widget;
    widget.show();
    QToolTip::showText(widget.mapToGlobal(QPoint(1, 1)), m_markup, &widget);
    const auto widgets = QApplication::topLevelWidgets();
    for (QWidget *each : widgets) {
        if (each->inherits("QTipLabel"))
            QCOMPARE(static_cast<QLabel *>(each)->textFormat(), Qt::PlainText);
    }
}

void TestPlainText::hugeToolTipsAreCut()
{
    QPushButton button;
    button.setToolTip(QString(1000000, u'x'));
    button.show();
    const QLabel *tip = toolTipAt(&button, {5, 5});
    QVERIFY(tip);
    QVERIFY(tip->text().size() < 3000);
    QVERIFY2(tip->width() < 2000, qPrintable(QString::number(tip->width())));
}

void TestPlainText::messageBoxesArePlain()
{
    QWidget parent;
    QMessageBox *box = makeMessageBox(&parent, u"box"_s, u"title"_s, m_markup, u"meaning"_s);
    box->show();
    const auto *text = child<QLabel>(*box, "qt_msgbox_label");
    QCOMPARE(text->textFormat(), Qt::PlainText);
    QVERIFY(text->text().contains(u"<img"_s) && !text->text().contains(u'\u202e'));
}

YARDMASTER_WINDOW_TEST(TestPlainText)
#include "tst_plaintext.moc"
